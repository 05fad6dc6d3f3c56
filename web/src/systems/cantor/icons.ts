import Anchor from '@lucide/svelte/icons/anchor'
import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line'
import CircleAlert from '@lucide/svelte/icons/circle-alert'
import Crosshair from '@lucide/svelte/icons/crosshair'
import DoorOpen from '@lucide/svelte/icons/door-open'
import EyeOff from '@lucide/svelte/icons/eye-off'
import Ghost from '@lucide/svelte/icons/ghost'
import HeartCrack from '@lucide/svelte/icons/heart-crack'
import OctagonX from '@lucide/svelte/icons/octagon-x'
import Plus from '@lucide/svelte/icons/plus'
import Scissors from '@lucide/svelte/icons/scissors'
import Shield from '@lucide/svelte/icons/shield'
import TrendingDown from '@lucide/svelte/icons/trending-down'
import Turtle from '@lucide/svelte/icons/turtle'
import WifiOff from '@lucide/svelte/icons/wifi-off'

/** The picture of a condition, by its name. */
const ICONS: Record<string, typeof Plus> = {
  Slowed: Turtle,
  Immobilized: Anchor,
  Stunned: OctagonX,
  Jammed: WifiOff,
  Impaired: TrendingDown,
  Exposed: HeartCrack,
  Shredded: Scissors,
  'Lock On': Crosshair,
  Hidden: EyeOff,
  Invisible: Ghost,
  Prone: ArrowDownToLine,
  Bolster: Plus,
  Braced: Shield,
  Disengaged: DoorOpen,
}

export function iconOf(condition: string): typeof Plus {
  return ICONS[condition] ?? CircleAlert
}
