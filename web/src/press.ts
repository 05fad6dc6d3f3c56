import { tick } from 'svelte'
import { keyAct, type KeyAct } from './keys'
import { oddsSentence } from './state/announce'
import type { Client } from './state/client.svelte'

/** Carry out a key press on the page. What a key means is decided in keys.ts. */
export function onKey(event: KeyboardEvent, client: Client): void {
  const at = event.target instanceof Element ? event.target : null
  const act = keyAct(
    {
      key: event.key,
      shift: event.shiftKey,
      modified: event.ctrlKey || event.metaKey || event.altKey,
      typing: Boolean(at?.closest('input, textarea, select, [contenteditable]')),
      pressable: Boolean(at?.closest('button, a, summary')),
    },
    client.prefs.keys,
  )
  if (!act || !client.view) return
  if (carryOut(act, client)) event.preventDefault()
}

function carryOut(act: KeyAct, client: Client): boolean {
  switch (act.act) {
    case 'region':
      void goTo(act.region, client)
      return true
    case 'number':
      return toConfirm(click(`[data-hotkey="${act.number % 10}"]`))
    case 'step':
      if (client.past.position) {
        client.stepBack(act.by)
        return true
      }
      if (client.choice.targets.size === 0) return false
      client.choice.step(act.by)
      return toConfirm(true)
    case 'confirm':
      return click('[data-confirm]')
    case 'back':
      return back(client)
    case 'odds':
      return readOdds(client)
    case 'clause':
      return openClause(client)
    case 'undo':
    case 'redo':
      if (!client.view?.you.gm || client.past.position) return false
      client.send({ type: act.act }, 'undo')
      return true
    case 'help':
      client.drawer = client.drawer === 'keys' ? null : 'keys'
      return true
  }
}

const TAB_OF = { prompt: 'act', actions: 'act', board: 'board', sheet: 'sheet', log: 'log' } as const

async function goTo(region: keyof typeof TAB_OF, client: Client): Promise<void> {
  client.tab = TAB_OF[region]
  await tick()
  const place = document.querySelector<HTMLElement>(`[data-region=${region}]`)
  if (!place) return
  const inner =
    region === 'board'
      ? (place.querySelector<HTMLElement>('[data-roam][tabindex="0"]') ?? place.querySelector<HTMLElement>('[data-roam]'))
      : region === 'prompt'
        ? place.querySelector<HTMLElement>('[data-default], form input, [data-hotkey]')
        : region === 'actions'
          ? (place.querySelector<HTMLElement>('[data-hotkey]') ?? place.querySelector<HTMLElement>('button'))
          : null
  ;(inner ?? place).focus()
}

function click(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found || found.getAttribute('aria-disabled') === 'true') return false
  found.focus()
  found.click()
  return true
}

/** What was chosen by a key is confirmed by the next Enter, which would press the chosen row itself again. */
function toConfirm(done: boolean): boolean {
  if (done) void tick().then(() => document.querySelector<HTMLElement>('[data-confirm]')?.focus())
  return done
}

function back(client: Client): boolean {
  if (client.clauses.shown) client.clauses.close()
  else if (client.drawer) client.drawer = null
  else if (client.past.position) client.backToNow()
  else if (client.choice.back()) void 0
  else if (client.front) client.bring(null)
  else if (client.selected) client.selected = null
  else return false
  return true
}

function readOdds(client: Client): boolean {
  const { prompt, choice, odds } = client
  if (!prompt?.question || client.past.position) return false
  const options = choice.option ? [choice.option] : prompt.question.options.filter((one) => !one.refusal)
  const lines = options.flatMap((one) => {
    const known = odds.of(prompt, one)
    return known ? [`${one.label}: ${oddsSentence(known.bars, known.mean)}`] : []
  })
  client.live.say(lines.join(' ') || 'No odds here.')
  return true
}

function openClause(client: Client): boolean {
  let id: string | null = null
  for (let at = document.activeElement; at && at !== document.body && !id; at = at.parentElement) {
    const near = at.matches('[data-clause]') ? at : at.querySelector('[data-clause]')
    id = near?.getAttribute('data-clause') ?? null
  }
  if (!id) return false
  client.clauses.toggle(id, 'side')
  return true
}
