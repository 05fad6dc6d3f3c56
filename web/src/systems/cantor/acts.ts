import type { ActForm, Choices, Field as Asked, Values } from '../../gm/forms'
import { capital, hexName, unitOf } from './fight'
import type { FightView } from './view.gen'

/** The GM's acts of this game as forms. */

type Field = Asked<FightView>

const units = (fight: FightView): Choices => fight.units.map((one) => [one.id, one.name])
const standing = (fight: FightView): Choices => fight.units.filter((one) => !one.out).map((one) => [one.id, one.name])

const who = (choices = units): Field => ({
  key: 'unit',
  label: 'Unit',
  kind: 'choice',
  choices,
  start: (fight, shown) => choices(fight).find(([id]) => id === shown)?.[0] ?? choices(fight)[0]?.[0] ?? '',
})
const number = (key: string, label: string, least: number, most: number, start: number): Field => ({ key, label, kind: 'number', least, most, start: () => start })
const place = (label = 'Hex'): Field => ({ key: 'hex', label, kind: 'place', start: (fight, shown) => hexName(fight, unitOf(fight, shown)?.hex ?? null) })

const seen: Field = { key: 'seen_by', label: 'Who sees it', kind: 'choice', choices: () => [['all', 'Everyone'], ['side', 'Its side'], ['gm', 'The GM only']] }

/** What can be corrected by a number, and what it is now. */
const NOW: Record<string, { name: string; now: (fight: FightView, id: string) => number | undefined }> = {
  hp: { name: 'HP', now: (fight, id) => unitOf(fight, id)?.hp },
  structure: { name: 'Structure', now: (fight, id) => unitOf(fight, id)?.cantor?.structure },
  stress: { name: 'Stress', now: (fight, id) => unitOf(fight, id)?.cantor?.stress },
  overshield: { name: 'Overshield', now: (fight, id) => unitOf(fight, id)?.overshield },
  burn: { name: 'Burn', now: (fight, id) => unitOf(fight, id)?.burn },
  band: { name: 'Resonance band', now: (fight, id) => unitOf(fight, id)?.cantor?.band },
  tokens: { name: 'Bond Tokens', now: (fight, id) => unitOf(fight, id)?.cantor?.tokens },
}
/** What an Enemy has no number for is not asked of it. */
const corrections = (fight: FightView, values: Values): Choices => [
  ...Object.entries(NOW).flatMap(([key, one]) => (one.now(fight, String(values.unit)) === undefined ? [] : [[key, one.name] as const])),
  ['hex', 'Hex'],
  ['reaction', 'Reaction'],
]

const CONDITIONS = ['Slowed', 'Immobilized', 'Stunned', 'Jammed', 'Impaired', 'Exposed', 'Shredded', 'Lock On', 'Bolster', 'Prone', 'Hidden', 'Invisible', 'Braced', 'Disengaged']
const words = (names: readonly string[]): Choices => names.map((one) => [one, capital(one)])

export const FORMS: readonly ActForm<FightView>[] = [
  { act: 'check', title: 'Call for a save', button: 'Call for it', fields: [who(standing), number('target', 'Target', 1, 40, 10), seen] },
  {
    act: 'set',
    title: 'Correct something',
    button: 'Correct it',
    reason: true,
    fields: [
      who(),
      { key: 'field', label: 'What', kind: 'choice', choices: corrections },
      { ...number('value', 'New value', 0, 100, 0), start: () => '', when: (values) => String(values.field) in NOW, hint: (fight, values) => `now ${NOW[String(values.field)]?.now(fight, String(values.unit)) ?? 0}` },
      { ...place('New hex'), key: 'to', when: (values) => values.field === 'hex' },
      { key: 'ready', label: 'Reaction', kind: 'choice', choices: () => [['yes', 'Ready'], ['no', 'Spent']], when: (values) => values.field === 'reaction' },
    ],
    data: (values) => ({
      unit: values.unit,
      field: values.field,
      value: values.field === 'hex' ? values.to : values.field === 'reaction' ? values.ready === 'yes' : Number(values.value),
    }),
  },
  {
    act: 'condition',
    title: 'Give or take a condition',
    button: 'Do it',
    folded: true,
    reason: true,
    fields: [
      who(standing),
      { key: 'condition', label: 'Condition', kind: 'choice', choices: () => words(CONDITIONS) },
      { key: 'on', label: 'It is', kind: 'choice', choices: () => [['yes', 'given'], ['no', 'taken']] },
    ],
    data: (values) => ({ ...values, on: values.on === 'yes' }),
  },
  {
    act: 'damage',
    title: 'Deal damage',
    button: 'Deal it',
    folded: true,
    reason: true,
    fields: [
      who(standing),
      number('amount', 'Amount', 1, 100, 1),
      { key: 'type', label: 'Type', kind: 'choice', choices: () => words(['kinetic', 'energy', 'explosive', 'sonic']) },
      { key: 'armor_piercing', label: 'Armor', kind: 'choice', choices: () => [['no', 'counts'], ['yes', 'is pierced']] },
    ],
    data: (values) => ({ ...values, armor_piercing: values.armor_piercing === 'yes' }),
  },
  { act: 'overshield', title: 'Give Overshield', button: 'Give it', folded: true, fields: [who(standing), { ...number('amount', 'Amount', 1, 50, 1), hint: (fight, values) => `the higher stays; now ${NOW.overshield!.now(fight, String(values.unit)) ?? 0}` }] },
  { act: 'force', title: 'Move a unit by force', button: 'Move it', folded: true, fields: [who(standing), { ...place('Away from hex'), key: 'source', start: () => '' }, number('hexes', 'Hexes', 1, 10, 1)] },
  {
    act: 'add',
    title: 'Bring a unit in',
    button: 'Bring in',
    folded: true,
    when: (fight) => fight.sheets.length > 0,
    fields: [
      { key: 'sheet', label: 'Sheet', kind: 'choice', choices: (fight) => fight.sheets.map((one) => [one, capital(one.replaceAll('-', ' '))]) },
      { key: 'name', label: 'Name, if not the sheet’s', kind: 'text', most: 60, may: true },
      { key: 'side', label: 'Side', kind: 'choice', choices: (fight) => fight.sides.map((one) => [one.id, one.name]), start: (fight) => fight.sides.at(-1)?.id ?? '' },
      { ...place(), start: () => '' },
    ],
    data: (values) => ({ ...values, name: String(values.name).trim() || null }),
  },
  { act: 'remove', title: 'Take a unit out', button: 'Take out', folded: true, reason: true, fields: [who()] },
  { act: 'end', title: 'End the scene', button: 'End the scene', folded: true, sure: true, fields: [{ key: 'outcome', label: 'How it ended', kind: 'text', most: 200 }] },
]
