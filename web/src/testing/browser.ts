import { vi } from 'vitest'

/** What jsdom lacks of a browser: it has no layout, so nothing is ever resized, scrolled or narrow. */
export function pretendBrowser(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  Element.prototype.scrollTo = () => {}
}
