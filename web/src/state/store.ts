export interface Store {
  get(key: string): string
  set(key: string, value: string): void
}

/** What the browser keeps, which may be switched off or full: the page works without it. */
function over(storage: () => Storage): Store {
  return {
    get(key) {
      try {
        return storage().getItem(`affray.${key}`) ?? ''
      } catch {
        return ''
      }
    },
    set(key, value) {
      try {
        storage().setItem(`affray.${key}`, value)
      } catch {
        // Nothing is lost but the memory of this choice.
      }
    },
  }
}

export const store = over(() => localStorage)

/** Kept for as long as this tab is open. */
export const tabStore = over(() => sessionStorage)
