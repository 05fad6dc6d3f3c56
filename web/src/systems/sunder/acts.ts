import type { ActForm, Choices, Field as Asked, OnBoard, Values } from '../../gm/forms'
import { SKILLS, capital, creatureOf, skillWords, trackOf, zoneName } from './fight'
import type { FightView } from './view.gen'

/** The GM's acts of this game as forms. */

/** Places have names and no letters here: they are chosen from a list. */
export type Scene = FightView & OnBoard
type Field = Asked<Scene>

export function sceneOf(fight: FightView): Scene {
  return { ...fight, board: { names: fight.zones.map((one) => one.name) } }
}

const creatures = (fight: Scene): Choices => fight.creatures.map((one) => [one.id, one.name])
const standing = (fight: Scene): Choices => fight.creatures.filter((one) => !one.out).map((one) => [one.id, one.name])
const plain = (names: readonly string[]): Choices => names.map((one) => [one, capital(one)])

const who = (label = 'Creature', key = 'creature', choices = standing): Field => ({
  key,
  label,
  kind: 'choice',
  choices,
  start: (fight, shown) => choices(fight).find(([id]) => id === shown)?.[0] ?? choices(fight)[0]?.[0] ?? '',
})
const other = (label: string, key: string, may = false): Field => ({
  key,
  label,
  kind: 'choice',
  choices: (fight, values) => [...(may ? [['', 'nobody'] as const] : []), ...creatures(fight).filter(([id]) => id !== values.creature)],
})
const potentials: Choices = plain(Object.keys(SKILLS))
const skills: Choices = Object.values(SKILLS).flat().map((one) => [one, skillWords(one)])
const potential: Field = { key: 'potential', label: 'Potential', kind: 'choice', choices: () => potentials }
const maybePotential: Field = { ...potential, choices: () => [['', 'none'], ...potentials] }
const skill = (label = 'Skill', key = 'skill'): Field => ({ key, label, kind: 'choice', choices: () => skills })
const RISKS = ['Uncertain', 'Risky', 'Dire', 'Desperate']
const risk: Field = { key: 'risk', label: 'Riskiness', kind: 'choice', choices: (fight) => [['', fight.risk ? `as the scene: ${fight.risk}` : 'as the scene'], ...plain(RISKS)] }
const number = (key: string, label: string, least: number, most: number, start: number): Field => ({ key, label, kind: 'number', least, most, start: () => start })
const zone = (key = 'zone', label = 'Zone'): Field => ({ key, label, kind: 'choice', choices: (fight) => fight.zones.map((one) => [one.id, one.name]) })
const countdown: Field = { key: 'countdown', label: 'Countdown', kind: 'choice', choices: (fight) => fight.countdowns.map((one) => [one.id, one.name]) }
const maybeCountdown: Field = { ...countdown, label: 'Moves a Countdown', choices: (fight) => [['', 'none'], ...fight.countdowns.map((one) => [one.id, one.name] as const)] }
const seen: Field = { key: 'seen_by', label: 'Who sees it', kind: 'choice', choices: () => [['all', 'Everyone'], ['side', 'Its side'], ['gm', 'The GM only']] }
const countdowns = (fight: Scene): boolean => fight.countdowns.length > 0

/** Without what was left open. */
export function said(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

const CONDITIONS = [
  'Bleeding', 'Blinded', 'Cursed', 'Dazed', 'Distracted', 'Fortified', 'Frenzied', 'Invisible', 'Mentally Vulnerable', 'Physically Vulnerable', 'Petrified', 'Pinned', 'Retaliate', 'Slowed',
  'Spirited', 'Warded', 'Afraid', 'Armed', 'Armored', 'Bound', 'Charmed', 'Deafened', 'Empowered', 'Enraptured', 'Held', 'Muddled', 'Rooted', 'Silenced', 'Unseen', 'Vulnerable',
]

/** What can be corrected, and what it is now. */
const NOW: Record<string, { name: string; of?: 'potential'; now: (fight: FightView, values: Values) => number | undefined }> = {
  stress: { name: 'Stress', of: 'potential', now: (fight, values) => trackOf(creatureOf(fight, String(values.creature)), String(values.potential))?.stress },
  spent: { name: 'Spent Resistance', of: 'potential', now: (fight, values) => trackOf(creatureOf(fight, String(values.creature)), String(values.potential))?.spent },
  score: { name: 'Score', of: 'potential', now: (fight, values) => trackOf(creatureOf(fight, String(values.creature)), String(values.potential))?.score },
  die: { name: 'Volatility Die', of: 'potential', now: (fight, values) => trackOf(creatureOf(fight, String(values.creature)), String(values.potential))?.die },
  marks: { name: 'Marks', now: (fight, values) => creatureOf(fight, String(values.creature))?.marks },
  beats: { name: 'Beats', now: (fight, values) => creatureOf(fight, String(values.creature))?.beats },
}
const ofPotential = (values: Values): boolean => NOW[String(values.field)]?.of === 'potential'

export const FORMS: readonly ActForm<Scene>[] = [
  {
    act: 'call_test',
    title: 'Call for a Test',
    button: 'Call for it',
    fields: [who(), skill(), risk, { key: 'advantage', label: 'Advantage', kind: 'choice', choices: () => [['0', 'neither'], ['1', 'Advantage'], ['-1', 'Disadvantage']] }, maybeCountdown, other('Against', 'target', true), seen],
    data: (values) => said({ ...values, advantage: Number(values.advantage) }),
  },
  { act: 'difficulty', title: 'Set the Riskiness', button: 'Set it', fields: [{ ...risk, label: 'Riskiness', choices: () => plain(RISKS) }, { ...who('For', 'creature', (fight) => [['', 'everybody'], ...standing(fight)]), start: () => '' }], data: said },
  {
    act: 'call_contest',
    title: 'Call for a Contest',
    button: 'Call for it',
    folded: true,
    fields: [who('One', 'first'), skill('With', 'first_skill'), { ...who('The other', 'second'), choices: (fight, values) => standing(fight).filter(([id]) => id !== values.first), start: () => '' }, skill('With', 'second_skill'), risk],
    data: said,
  },
  {
    act: 'damage',
    title: 'Deal damage',
    button: 'Deal it',
    folded: true,
    reason: true,
    fields: [who(), potential, number('amount', 'Amount', 1, 40, 1), { key: 'natures', label: 'Natures, if any', kind: 'text', most: 60, may: true, hint: () => 'fire, iron' }],
    data: (values) => {
      const natures = String(values.natures).split(',').map((one) => one.trim()).filter(Boolean)
      return { creature: values.creature, potential: values.potential, amount: values.amount, ...(natures.length > 0 ? { natures } : {}) }
    },
  },
  { act: 'stress', title: 'Give Stress', button: 'Give it', folded: true, reason: true, fields: [who(), potential, number('amount', 'Amount', 1, 20, 1)] },
  { act: 'heal', title: 'Heal', button: 'Heal', folded: true, reason: true, fields: [who(), potential, number('amount', 'Amount', 1, 20, 1)] },
  { act: 'marks', title: 'Give or restore Marks', button: 'Do it', folded: true, reason: true, fields: [who('Creature', 'creature', creatures), { ...number('amount', 'Marks, less than 0 restores', -12, 12, 1), hint: (fight, values) => `now ${creatureOf(fight, String(values.creature))?.marks ?? 0}` }] },
  {
    act: 'condition',
    title: 'Give or take a Condition',
    button: 'Do it',
    folded: true,
    reason: true,
    fields: [
      who(),
      { key: 'condition', label: 'Condition', kind: 'choice', choices: () => plain(CONDITIONS) },
      { key: 'on', label: 'It is', kind: 'choice', choices: () => [['yes', 'given'], ['no', 'taken']] },
      { ...maybePotential, when: (values) => values.on === 'yes' },
      { ...maybePotential, key: 'other', label: 'Second Potential', when: (values) => values.on === 'yes' },
      { ...number('amount', 'Its number', 0, 24, 0), when: (values) => values.on === 'yes' },
      { ...other('From', 'by', true), when: (values) => values.on === 'yes' },
      { key: 'span', label: 'How long', kind: 'choice', choices: () => [['round', 'a round'], ['end of next turn', 'to the end of its next turn'], ['scene', 'the scene'], ['dispelled', 'until it is dispelled']], when: (values) => values.on === 'yes' },
    ],
    data: (values) => said({ ...values, on: values.on === 'yes' }),
  },
  { act: 'fallout', title: 'Call for Fallout', button: 'Call for it', folded: true, fields: [who(), potential, { key: 'rank', label: 'Rank', kind: 'choice', choices: () => plain(['Minor', 'Major', 'Severe']) }] },
  {
    act: 'favour',
    title: 'Give Advantage or Disadvantage',
    button: 'Give it',
    folded: true,
    fields: [
      who(),
      { key: 'test', label: 'On the next', kind: 'choice', choices: () => [['any', 'Test'], ['attack', 'attack'], ...skills, ...potentials.map(([id]) => [id, `Test of ${id}`] as const)] },
      { key: 'amount', label: 'Which', kind: 'choice', choices: () => [['1', 'Advantage'], ['-1', 'Disadvantage']] },
      { key: 'against', label: 'Whose Test', kind: 'choice', choices: () => [['no', 'its own'], ['yes', 'one against it']] },
    ],
    data: (values) => ({ creature: values.creature, test: values.test, amount: Number(values.amount), against: values.against === 'yes' }),
  },
  { act: 'move', title: 'Put somebody elsewhere', button: 'Move them', folded: true, reason: true, fields: [who('Creature', 'creature', creatures), { ...zone(), hint: (fight, values) => zoneName(fight, creatureOf(fight, String(values.creature))?.zone) }] },
  { act: 'push', title: 'Push somebody', button: 'Push them', folded: true, fields: [who(), { key: 'source', label: 'Away from', kind: 'choice', choices: (fight, values) => [...creatures(fight).filter(([id]) => id !== values.creature), ...fight.zones.map((one) => [one.id, one.name] as const)] }, number('spaces', 'Spaces', 1, 24, 1)] },
  { act: 'exhaustion', title: 'Set Exhaustion', button: 'Set it', folded: true, reason: true, fields: [who(), { ...number('level', 'Level', 0, 6, 0), hint: (fight, values) => `now ${creatureOf(fight, String(values.creature))?.exhaustion ?? 0}` }] },
  {
    act: 'equipment',
    title: 'Equipment Fallout',
    button: 'It suffers',
    folded: true,
    reason: true,
    fields: [who(), { key: 'item', label: 'Item', kind: 'choice', choices: (fight, values) => (creatureOf(fight, String(values.creature))?.items ?? []).map((one) => [one.id, one.name]) }],
  },
  {
    act: 'set',
    title: 'Correct something',
    button: 'Correct it',
    folded: true,
    reason: true,
    fields: [
      who('Creature', 'creature', creatures),
      { key: 'field', label: 'What', kind: 'choice', choices: () => [...Object.entries(NOW).map(([key, one]) => [key, one.name] as const), ['surge', 'Its Surge lies face up'], ['reactions', 'Its Reactions are ready']] },
      { ...potential, when: ofPotential },
      { ...number('value', 'New value', 0, 999, 0), start: () => '', when: (values) => String(values.field) in NOW, hint: (fight, values) => `now ${NOW[String(values.field)]?.now(fight, values) ?? 0}` },
    ],
  },
  {
    act: 'countdown',
    title: 'Begin a Countdown',
    button: 'Begin it',
    folded: true,
    fields: [
      { key: 'name', label: 'Name', kind: 'text', most: 60 },
      { key: 'size', label: 'Dice', kind: 'choice', choices: () => ['4', '6', '8', '10', '12'].map((one) => [one, `D${one}`]), start: () => '6' },
      { key: 'side', label: 'Whose Hope', kind: 'choice', choices: (fight) => Object.entries(fight.sides) },
      { key: 'dice', label: 'It has', kind: 'choice', choices: () => [['both', 'Hope and Dread'], ['goal', 'one die: a goal']] },
      { key: 'decides', label: 'When it is decided', kind: 'choice', choices: () => [['no', 'the scene goes on'], ['yes', 'the scene may end']] },
    ],
    data: (values) => ({ ...values, size: Number(values.size), decides: values.decides === 'yes' }),
  },
  { act: 'move_countdown', title: 'Move a Countdown', button: 'Move it', folded: true, reason: true, when: countdowns, fields: [countdown, { ...number('hope', 'Hope shows', 1, 12, 1), hint: (fight, values) => `now ${fight.countdowns.find((one) => one.id === values.countdown)?.hope ?? ''}`, start: () => '' }, { ...number('dread', 'Dread shows, 0 without one', 0, 12, 0), hint: (fight, values) => `now ${fight.countdowns.find((one) => one.id === values.countdown)?.dread ?? ''}`, start: () => '' }] },
  { act: 'drop_countdown', title: 'Drop a Countdown', button: 'Drop it', folded: true, reason: true, when: countdowns, fields: [countdown] },
  { act: 'wake', title: 'Somebody comes round', button: 'Wake them', folded: true, when: (fight) => fight.creatures.some((one) => one.out !== '' || one.dying !== null), fields: [who('Creature', 'creature', (fight) => fight.creatures.filter((one) => one.out !== '' || one.dying !== null).map((one) => [one.id, one.name]))] },
  {
    act: 'add',
    title: 'Bring somebody in',
    button: 'Bring in',
    folded: true,
    when: (fight) => (fight.sheets ?? []).length > 0,
    fields: [
      { key: 'sheet', label: 'Sheet', kind: 'choice', choices: (fight) => (fight.sheets ?? []).map((one) => [one, capital(one.replaceAll('-', ' '))]) },
      { key: 'side', label: 'Side', kind: 'choice', choices: (fight) => Object.entries(fight.sides), start: (fight) => Object.keys(fight.sides).at(-1) ?? '' },
      zone(),
      { key: 'name', label: 'Name, if not the sheet’s', kind: 'text', most: 60, may: true },
    ],
    data: (values) => said({ ...values, name: String(values.name).trim() }),
  },
  { act: 'remove', title: 'Take somebody out', button: 'Take out', folded: true, reason: true, fields: [who('Creature', 'creature', creatures)] },
  { act: 'close', title: 'Close the scene', button: 'Close the scene', folded: true, sure: true, fields: [{ key: 'outcome', label: 'How it ended', kind: 'text', most: 200 }] },
]
