import { Refusal } from '../http/refusal.ts'
import { type Places, type Turns, turns } from '../turns.ts'

/**
 * A password's key is made in the thread pool that files and compression need as well, and takes its memory (OPS-4): a few are made
 * at once, a few wait a few seconds, and whoever comes then is told at once (429). One address cannot take all places.
 */
export function passwordTurns(places: Places): Turns {
  const message = 'Muitas pessoas estão entrando agora. Aguarde alguns segundos e tente de novo.'
  return turns(places, () => new Refusal(429, { message, headers: { 'retry-after': '3' } }))
}
