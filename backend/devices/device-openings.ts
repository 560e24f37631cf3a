import * as v from 'valibot'
import { longestOpeningMs, type OpeningOutcome } from '../../contract/devices/opening.ts'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import type { DeviceFailure } from './device-failure.ts'

/** The deadline of an opening on the monotonic clock of this process, which no change of the server's clock moves. `time`: now on this clock. */
export function deadlineOf(deadline: Date, now: number, time = performance.now()): number {
  return time + Math.min(deadline.getTime() - now, longestOpeningMs)
}

const unsentTexts: Record<DeviceFailureCause, string> = {
  refused: 'o dispositivo recusou a conexão.',
  dropped: 'o dispositivo encerrou a conexão.',
  garbage: 'o que respondeu não é o dispositivo.',
  declined: 'o dispositivo não abre por comando.',
  hung: 'o dispositivo não respondeu a tempo.',
  silent: 'o dispositivo não respondeu a tempo.',
  unreachable: 'não há caminho até o dispositivo.',
}

/** Refusal of an opening: `notAsked` if the command was not sent, `declined` if the device answered no, else nobody knows (OPEN-2). */
export function openingRefusal({ kind: cause, isUnsent, isLate }: DeviceFailure): Refusal {
  if (isUnsent) return new Refusal(504, { message: unsentTexts[cause], cause, unasked: 'notAsked' })
  if (cause !== 'declined') return new Refusal(504, { message: 'a resposta do dispositivo se perdeu.', cause })
  return new Refusal(502, { message: isLate ? lateText : 'o dispositivo não aceitou o comando.', cause })
}

const lateText = 'o comando chegou tarde demais ao dispositivo, que não abriu.'

/** The outcome of an opening that a refusal has ended. */
export function outcomeOf({ status, unasked, deviceCause }: Refusal): Exclude<OpeningOutcome, 'opened'> {
  if (unasked === 'notAsked' || status < 500) return 'unsent'
  return deviceCause === 'declined' ? 'refused' : 'unknown'
}

const outcomes = { open: 'unknown', unknown: 'unknown', known: 'unknown', refused: 'unsent', done: 'opened' } as const

/** The outcome of the opening that had this key before, or undefined: the server sends the command of a key once. */
export async function earlierOpening(
  database: Queryable,
  wordCode: string,
  key: string,
): Promise<OpeningOutcome | undefined> {
  const [state] = await valuesOf(
    database,
    "select state from device_commands where word_code = $1 and op = 'open' and call_key = $2 order by number limit 1",
    [wordCode, key],
    v.picklist(['open', 'unknown', 'known', 'refused', 'done']),
  )
  return state && outcomes[state]
}
