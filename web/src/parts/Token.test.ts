import { flushSync, mount, unmount } from 'svelte'
import { afterEach, expect, test } from 'vitest'
import type { SideMark } from '../systems/types'
import Token from './Token.svelte'

let app: ReturnType<typeof mount> | null = null
function token(props: Record<string, unknown>): SVGElement {
  app = mount(Token, { target: document.body, props: { mark: 'a', letters: 'Ok', ...props } as never })
  flushSync()
  return document.querySelector('svg')!
}
afterEach(async () => {
  if (app) await unmount(app)
  app = null
})

// Users of other tools could not tell friend from foe by tint, and icons vanished for the colour-blind
// (foundryvtt#13229): a side is a shape and a letter before it is a colour.
test('each side has a shape of its own, and its letter where the token stands alone', async () => {
  const shapes = new Set<string>()
  for (const mark of ['a', 'b', 'c', 'd'] satisfies SideMark[]) {
    const drawn = token({ mark, tag: true })
    shapes.add(drawn.querySelector('path.s')!.getAttribute('d')!)
    expect(drawn.querySelector('.tabt')!.textContent).toBe(mark.toUpperCase())
    expect(drawn.querySelector('.m')!.textContent).toBe('Ok')
    await unmount(app!)
    app = null
  }
  expect(shapes.size).toBe(4)
})

test('acting, targeted and Out are drawn with marks, not with colour alone', () => {
  const drawn = token({ acting: true, targeted: true, out: true })
  for (const mark of ['.lamp', '.ret', '.strike']) expect(drawn.querySelector(mark)).not.toBeNull()
})

test('a label makes it an image with a name; without one it is left out', async () => {
  expect(token({ label: 'Okello, side A' }).getAttribute('aria-label')).toBe('Okello, side A')
  await unmount(app!)
  app = null
  expect(token({}).getAttribute('aria-hidden')).toBe('true')
})
