/**
 * Names that browser tests may rely on, set as `data-testid`.
 *
 * - join screen: `join-name`, `join-seat-<seat id>`, `join-watch`; the GM's invitation: `gm-link`
 * - questions: `prompt` (the dock), `prompt-<kind>` (one slip or the action panel, the kind as
 *   a slug: `prompt-reaction-interception`; dice by hand: `prompt-dice-entry`),
 *   `answer-<option id>` (a button of a slip), `group-<slug>` (a row of the action panel; for a row of one
 *   option without a target, the list item around its button), `option-<option id>` (the final button of an
 *   option or a target), `confirm`
 * - dice by hand: `die-field-<index from 0>`, `dice-submit`, `dice-here`
 * - GM: `gm-open`, `undo`, `redo`
 * - log: `log`, `entry-<number>`
 * - a save of other rules: `closed` (why nothing can be done), `turned-away` (what others are told)
 * - the past: `then-<number>` (in an opened entry), `past` (the bar), `past-before`, `past-after`, `past-leave`
 * - what may come: `forecast` (the panel, with `data-state`), `forecast-ask`, `forecast-stop`, `forecast-share`,
 *   `wins-<side id>`, `falls-<actor id>`, `shared-forecast` (what everybody is told); `what-if-<number>` (in an opened
 *   entry), `what-if-now`, `copy-<table id>` (the link), `drop-<table id>`, `what-if` (what a copy is one of)
 * - board: `board`, `token-<actor id>`, `zone-<zone id>`; of squares: `square-<name>` (offered or occupied ones, and
 *   where something lies), `shove` (the dice of a push), `clock-<clock id>`
 *   and without test ids: `[data-ring]`, `[data-way=<option id>]` and `[data-wedge=<actor id>]` with its `data-squares`
 * - directions: `compass-<N, NE, ...>`; AP: `ap-<character id>`; speaking: `words`; when to be asked: `pivot-asks`
 * - hexes: `hex-<name>` (offered or occupied ones), `marker-<name>`, `cover` (named on the line of fire); who acts
 *   next: `activate-<unit id>`; what is left of a turn: `budget-<unit id>`; `resonance-<unit id>`, `overcharge` (the
 *   line above the actions), `way-out-<option id>`, `condition-<slug>`, `oaths`
 * - cards and the queue: `unasked`, `gauntlet-<creature id>`, `leave-<creature id>`, `give-way-<creature id>`,
 *   `give-way-to-<creature id>`, `join-group-<creature id>`, `queue-<creature id>`, `card-<card id>`,
 *   `half-<card id>-<top or bottom>` (`half-<card id>-Surge`), `plan-<place>`, `plan-swap`, `default-<top or bottom>`,
 *   `go-on`, `goal`, `use-surge`; `weapon-<id>`, `skill-<name>`, `optionCard-<id>` and `target-<id>` (what is still to
 *   be said about a half), `thing-<id>`, `countdown-<id>`, `announced`, `queue-panel`, `escalate-<rank>`
 * - the GM's forms: `gm-<act>`
 * - phone tabs: `tab-board`, `tab-act`, `tab-sheet`, `tab-log`
 * - people and seats: `remove-<person id>`, `free-seat-<seat id>`; the table at the end: `summary`
 * - `waiting`, `next-step`, `live` (polite line), `connection` (with `data-state`), `outcome`
 */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
