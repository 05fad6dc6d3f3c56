/** localStorage that may be switched off or full: the page works without it. */
export const store = {
  get(key: string): string {
    try {
      return localStorage.getItem(`affray.${key}`) ?? ''
    } catch {
      return ''
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`affray.${key}`, value)
    } catch {
      // Nothing is lost but the memory of this choice.
    }
  },
}
