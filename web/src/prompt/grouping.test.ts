import { expect, test } from 'vitest'
import { option, turnPrompt } from '../testing/fixtures'
import { actsAtOnce, closing, groupsOf, sectionsOf } from './grouping'

const groups = groupsOf(turnPrompt.question!.options)
const find = (name: string) => groups.find((one) => one.name === name)!

test('options are grouped by row in the order of the question, rows by section', () => {
  expect(groups.map((one) => one.name)).toEqual([
    'Iron bar', 'Pistol', 'Mortar', 'Set up with Sense', 'Move', 'Take Cover', 'Find Petra', 'End turn',
  ])
  expect(sectionsOf(groups).map((one) => one.name)).toEqual(['Actions', 'Moves', 'Beats', 'Turn'])
})

test('a row is refused only when all of its options are', () => {
  expect(find('Iron bar').refusal).toBeNull()
  expect(find('Pistol').refusal?.clause).toBe('D7.3')
})

test('a row shows the second line on which its options agree', () => {
  expect(find('Iron bar').detail).toContain('reaches Close')
  expect(groupsOf([option('a', { group: 'g', detail: 'x' }), option('b', { group: 'g', detail: 'y' })])[0]!.detail).toBe('')
})

test('only a row without a target and without a dear cost acts at once', () => {
  const dear = ['action']
  expect(actsAtOnce(find('Take Cover'), dear)).toBe(true)
  expect(actsAtOnce(find('End turn'), dear)).toBe(true)
  expect(actsAtOnce(find('Move'), dear)).toBe(false)
  expect(actsAtOnce(find('Iron bar'), dear)).toBe(false)
  expect(actsAtOnce(find('Mortar'), dear)).toBe(false)
})

test('the row that ends the turn is the last one that is free and needs no target', () => {
  expect(closing(groups)?.name).toBe('End turn')
  expect(closing(groups.slice(0, -1))).toBeNull()
  expect(closing([find('End turn')])).toBeNull()
})

test('a long section of like rows shares its first words and says each reason once', () => {
  const refusal = { text: 'Mid, and the lane is Fast', clause: 'D9.4' }
  const rows = ['Knowledge', 'Logic', 'Might', 'Grace', 'Will'].map((skill) =>
    option(skill, { group: `Set up with ${skill}`, section: 'Setup', refusal: skill === 'Will' ? null : refusal }),
  )
  const [section] = sectionsOf(groupsOf(rows))
  expect(section!.shared).toBe('Set up with ')
  expect(section!.reasons).toEqual([{ refusal, names: ['Knowledge', 'Logic', 'Might', 'Grace'] }])
  expect(sectionsOf(groupsOf(rows.slice(0, 3)))[0]!.shared).toBeNull()
})
