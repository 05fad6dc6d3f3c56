import type { Chance, ForecastMessage, View } from '../protocol.gen'

/** A chance as people read it: whole percents, and never 0 or 100 for what did happen or did not always. */
export function percent(value: number): string {
  if (value > 0 && value < 1) return 'under 1'
  if (value > 99 && value < 100) return 'over 99'
  return value.toFixed(0)
}

export function interval(chance: Chance): string {
  return `${chance.low.toFixed(0)} to ${chance.high.toFixed(0)}`
}

/** Where a forecast starts from, and whether that is still now. */
export function standing(forecast: ForecastMessage, view: View): string {
  const from = forecast.after > 0 ? `As it stood after entry ${forecast.after} of the log.` : 'As it stood at the very beginning.'
  return view.position === forecast.position ? from : `${from} The table has moved on since.`
}

/** How far it has come, in words. */
export function progress(forecast: ForecastMessage): string {
  if (forecast.state === 'running' && forecast.played === 0) return 'The bots are sitting down.'
  if (forecast.state === 'running') return `${forecast.played} of ${forecast.wanted} played.`
  return forecast.state === 'done' ? `${forecast.played} played.` : `${forecast.played} of ${forecast.wanted} played. ${forecast.text}`
}

/** When it ends: in which round, or how much is still to be answered and rolled. */
export function ending(forecast: ForecastMessage): string {
  const length = forecast.length
  if (!length) return ''
  const range = `eight of ten between ${length.low} and ${length.high}`
  return length.rounds
    ? `Ends in round ${length.mean.toFixed(1)} on average, ${range}. Now is round ${length.now}.`
    : `Ends after ${length.mean.toFixed(0)} more answers and rolls on average, ${range}.`
}
