/** Pointer events of something that can be dragged. Less than a few pixels is a press, not a drag. */
export interface Drag {
  may: () => boolean
  over: (x: number, y: number) => void
  drop: (x: number, y: number) => void
  end: () => void
}

const SLACK = 6

export function drag(to: Drag): {
  down: (event: PointerEvent) => void
  move: (event: PointerEvent) => void
  up: (event: PointerEvent) => void
  cancel: () => void
  moved: () => boolean
} {
  let from: { x: number; y: number } | null = null
  let moving = false
  let done = false

  return {
    down(event) {
      done = false
      if (!to.may() || event.button !== 0) return
      from = { x: event.clientX, y: event.clientY }
    },
    move(event) {
      if (!from) return
      if (!moving && Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return
      if (!moving) (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId)
      moving = true
      to.over(event.clientX, event.clientY)
    },
    up(event) {
      if (moving) {
        done = true
        to.drop(event.clientX, event.clientY)
        to.end()
      }
      from = null
      moving = false
    },
    cancel() {
      if (moving) to.end()
      from = null
      moving = false
    },
    /** The click that follows a drag means nothing more. */
    moved() {
      const was = done
      done = false
      return was
    },
  }
}
