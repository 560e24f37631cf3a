import { Refusal } from '../http/refusal.ts'
import { type Places, type Turns, turns } from '../turns.ts'

/**
 * Limits password hashing, which uses the thread pool of files and compression, and much memory (OPS-4): a few hashes run, a few wait some
 * seconds, further ones are refused immediately (429). One network cannot take all slots.
 */
export function passwordTurns(limits: Places): Turns {
  const message = 'Muitas pessoas estão entrando agora. Aguarde alguns segundos e tente de novo.'
  return turns(limits, () => new Refusal(429, { message, headers: { 'retry-after': '3' } }))
}
