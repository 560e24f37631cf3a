import * as v from 'valibot'
import { longestOpeningMs, type OpeningOutcome } from '../../contract/devices/opening.ts'
import type { Device, DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import type { DeviceFailure } from './device-failure.ts'

/**
 * Returns the deadline of an opening on the monotonic clock of this process, which a change of the server's clock does
 * not move. `time`: the current time of this clock.
 */
export function deadlineOf(deadline: Date, now: number, time = performance.now()): number {
  return time + Math.min(deadline.getTime() - now, longestOpeningMs)
}

/** Throws 409 for a device that gets no opening. */
export function requireOpenable({ active, canOpen }: Pick<Device, 'active' | 'canOpen'>): void {
  if (active && canOpen) return
  throw new Refusal(409, {
    message: active ? 'Este dispositivo não abre por comando.' : 'Este dispositivo está desativado.',
  })
}

/** Refuses an opening that was not sent before its deadline: the press came late, or the device was busy. */
export function pastDeadline(): Refusal {
  const message = 'o prazo do comando passou antes do envio. Se ainda for para abrir, aperte de novo.'
  return new Refusal(503, { message, unasked: 'notAsked' })
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

/**
 * Returns the refusal of an opening: `notAsked` if the command was not sent, `declined` if the device answered no. For
 * any other cause the outcome is unknown (OPEN-2).
 */
export function openingRefusal({ kind: cause, isUnsent, isLate }: DeviceFailure): Refusal {
  if (isUnsent) return new Refusal(504, { message: unsentTexts[cause], cause, unasked: 'notAsked' })
  if (cause !== 'declined') return new Refusal(504, { message: 'a resposta do dispositivo se perdeu.', cause })
  return new Refusal(502, { message: isLate ? lateText : 'o dispositivo não aceitou o comando.', cause })
}

const lateText = 'o comando chegou tarde demais ao dispositivo, que não abriu.'

/** Returns the outcome of a refused opening. */
export function outcomeOf({ status, unasked, deviceCause }: Refusal): Exclude<OpeningOutcome, 'opened'> {
  if (unasked === 'notAsked' || status < 500) return 'unsent'
  return deviceCause === 'declined' ? 'refused' : 'unknown'
}

const outcomes = { open: 'unknown', unknown: 'unknown', known: 'unknown', refused: 'unsent', done: 'opened' } as const

/**
 * Returns the outcome of the earlier opening with this key, or undefined. The server sends only one command for each
 * key.
 */
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
