import type { ActForm, Choices, Field as Asked, Values } from '../../gm/forms'
import { FACINGS, capital, characterOf, facingWords, squareName } from './fight'
import type { FightView } from './view.gen'

/** The GM's acts of this game as forms. */

type Field = Asked<FightView>

const people = (fight: FightView): Choices => fight.characters.map((one) => [one.id, one.name])
const standing = (fight: FightView): Choices => fight.characters.filter((one) => !one.out).map((one) => [one.id, one.name])
const facings: Choices = FACINGS.map((one) => [one, capital(facingWords(one))])

const who = (label = 'Character', key = 'character', choices = people): Field => ({
  key,
  label,
  kind: 'choice',
  choices,
  start: (fight, shown) => choices(fight).find(([id]) => id === shown)?.[0] ?? choices(fight)[0]?.[0] ?? '',
})

/** Somebody else than the one chosen, a foe if there is one. */
const other = (label: string, key: string): Field => ({
  key,
  label,
  kind: 'choice',
  choices: (fight, values) => people(fight).filter(([id]) => id !== values.character),
  start: (fight, shown) => {
    const side = characterOf(fight, shown)?.side
    return (fight.characters.find((one) => one.side !== side) ?? fight.characters.find((one) => one.id !== shown))?.id ?? ''
  },
})

/** The scores of whoever is chosen: one that is not on the sheet cannot be rolled. */
const score = (label = 'Score', key = 'score', of = 'character'): Field => ({
  key,
  label,
  kind: 'choice',
  choices: (fight, values) => (characterOf(fight, String(values[of]))?.scores ?? []).map((one) => [one.name, `${one.name} ${one.value}`]),
})

const number = (key: string, label: string, least: number, most: number, start: number): Field => ({ key, label, kind: 'number', least, most, start: () => start })
const text = (key: string, label: string, most: number, may = false): Field => ({ key, label, kind: 'text', most, may })
const place = (key = 'square', label = 'Square'): Field => ({ key, label, kind: 'place', start: (fight, shown) => squareName(fight, characterOf(fight, shown)?.square ?? null) })
const facing = (key = 'facing', label = 'Facing'): Field => ({ key, label, kind: 'choice', choices: () => facings })
const clock: Field = { key: 'clock', label: 'Clock', kind: 'choice', choices: (fight) => fight.clocks.map((one) => [one.id, one.name]) }
const seen: Field = { key: 'seen_by', label: 'Who sees it', kind: 'choice', choices: () => [['all', 'Everyone'], ['side', 'Its side'], ['gm', 'The GM only']] }
const clocks = (fight: FightView): boolean => fight.clocks.length > 0

const NUMBERS = ['hp', 'ap', 'words', 'slow_until']
const NOW: Record<string, (fight: FightView, values: Values) => string> = {
  hp: (fight, values) => {
    const one = characterOf(fight, String(values.character))
    return one ? `now ${one.hp} of ${one.hp_max}` : ''
  },
  ap: (fight, values) => `now ${characterOf(fight, String(values.character))?.ap ?? 0}`,
  words: (fight, values) => `now ${characterOf(fight, String(values.character))?.words ?? 0}`,
  slow_until: (fight) => `this is round ${fight.round}`,
}

export const FORMS: readonly ActForm<FightView>[] = [
  { act: 'check', title: 'Call for a Save', button: 'Call for it', fields: [who(), score(), number('dc', 'DC', 1, 100, 12), seen] },
  {
    act: 'set',
    title: 'Correct something',
    button: 'Correct it',
    reason: true,
    fields: [
      who(),
      {
        key: 'field',
        label: 'What',
        kind: 'choice',
        choices: () => [['hp', 'Hit Points'], ['ap', 'Action Points'], ['square', 'Square'], ['facing', 'Facing'], ['words', 'Words left'], ['slow_until', 'Speed halved to the end of round']],
      },
      { key: 'value', label: 'New value', kind: 'number', least: 0, most: 9999, when: (values) => NUMBERS.includes(String(values.field)), hint: (fight, values) => NOW[String(values.field)]?.(fight, values) ?? '' },
      { ...place('to', 'New square'), when: (values) => values.field === 'square' },
      { ...facing('toward', 'New facing'), when: (values) => values.field === 'facing' },
    ],
    data: (values) => ({
      character: values.character,
      field: values.field,
      value: values.field === 'square' ? values.to : values.field === 'facing' ? values.toward : Number(values.value),
    }),
  },
  {
    act: 'contest',
    title: 'Call for a Contest',
    button: 'Call for it',
    folded: true,
    fields: [who('Who wants something'), score(), other('Who resists', 'opponent'), score('Resists with', 'opposing_score', 'opponent'), seen],
  },
  { act: 'charge', title: 'Price an Interaction', button: 'Take the AP', folded: true, fields: [who('Character', 'character', standing), number('ap', 'AP', 1, 5, 1), text('what', 'What it does', 60)] },
  {
    act: 'edge',
    title: 'Give Advantage or Disadvantage',
    button: 'Give it',
    folded: true,
    fields: [
      who('Character', 'character', standing),
      { key: 'on', label: 'On the next', kind: 'choice', choices: () => [['attack', 'attack'], ['defence', 'defence'], ['save', 'Save'], ['contest', 'Contest'], ['initiative', 'initiative']] },
      { key: 'count', label: 'Which', kind: 'choice', choices: () => [['1', 'Advantage'], ['2', 'Advantage, twice'], ['-1', 'Disadvantage'], ['-2', 'Disadvantage, twice']] },
    ],
    data: (values) => ({ ...values, count: Number(values.count) }),
  },
  { act: 'force', title: 'Move somebody by force', button: 'Move them', folded: true, fields: [who('Character', 'character', standing), facing('facing', 'Which way'), number('paces', 'Paces', 1, 20, 2)] },
  { act: 'advance', title: 'Roll for a clock', button: 'Call for it', folded: true, when: clocks, fields: [clock, who(), score(), number('dc', 'DC', 1, 100, 12), seen] },
  { act: 'clock', title: 'Set a clock', button: 'Set it', folded: true, reason: true, when: clocks, fields: [clock, number('filled', 'Segments filled', 0, 12, 0)] },
  { act: 'terrain', title: 'Change the ground', button: 'Change it', folded: true, fields: [place(), { key: 'ground', label: 'Ground', kind: 'choice', choices: () => [['open', 'Open'], ['difficult', 'Difficult'], ['blocking', 'Blocking']] }] },
  {
    act: 'item',
    title: 'Bring an item into play',
    button: 'Bring it in',
    folded: true,
    fields: [
      { ...text('gear', 'Item, as the pack calls it', 64), hint: () => 'boar-spear' },
      { key: 'where', label: 'Where', kind: 'choice', choices: (fight) => [['', 'On a square'], ...people(fight)] },
      { ...place(), when: (values) => values.where === '' },
    ],
    data: (values) => ({ gear: values.gear, ...(values.where === '' ? { square: values.square } : { holder: values.where }) }),
  },
  { act: 'order', title: 'Swap two in the order', button: 'Swap them', folded: true, reason: true, fields: [who('One'), other('The other', 'other')] },
  {
    act: 'add',
    title: 'Bring somebody in',
    button: 'Bring in',
    folded: true,
    when: (fight) => fight.sheets.length > 0,
    fields: [
      { key: 'sheet', label: 'Sheet', kind: 'choice', choices: (fight) => fight.sheets.map((one) => [one, capital(one.replaceAll('-', ' '))]) },
      text('name', 'Name, if not the sheet’s', 60, true),
      { key: 'side', label: 'Side', kind: 'choice', choices: (fight) => fight.sides.map((one) => [one.id, one.name]), start: (fight) => fight.sides.at(-1)?.id ?? '' },
      { ...place(), start: () => '' },
      facing(),
    ],
    data: (values) => ({ ...values, name: String(values.name).trim() || null }),
  },
  { act: 'remove', title: 'Take somebody out', button: 'Take out', folded: true, reason: true, fields: [who()] },
  { act: 'end', title: 'End the fight', button: 'End the fight', folded: true, sure: true, fields: [text('outcome', 'How it ended', 200)] },
]
