import * as v from 'valibot'
import { isStorable, plainLine } from '../../fields/rule.ts'
import { existingTime, filledText } from '../scalars.ts'
import { kindCode } from './event-kinds.ts'

/** Largest number of events in a request. */
export const mostEvents = 100
/**
 * Largest difference by which the time of an event may be ahead; such a time is stored as now. A larger difference is
 * an error of the sender's clock.
 */
export const mostAheadMs = 5 * 60_000
/**
 * Largest age of an event. The server refuses an older event, because the server remembers the sender's ids only for
 * this period.
 */
export const oldestEventMs = 30 * 24 * 60 * 60_000

/** One event of a controller. The sender chooses `id`: two events of a token with the same id are one event. */
export const deviceEvent = v.object({
  id: v.pipe(filledText, v.maxLength(100, 'Use no máximo 100 caracteres.')),
  wordCode: filledText,
  kind: v.pipe(
    kindCode,
    v.check((kind) => kind !== 'reported', 'Só uma pessoa escreve uma ocorrência.'),
  ),
  at: existingTime,
  description: v.optional(
    v.pipe(
      v.string(),
      v.transform(plainLine),
      v.maxLength(300, 'Use no máximo 300 caracteres.'),
      v.check(isStorable, 'O texto tem um caractere que não existe.'),
    ),
    '',
  ),
})

export type DeviceEvent = v.InferOutput<typeof deviceEvent>

export const deviceEventsBody = v.object({
  events: v.pipe(v.array(deviceEvent), v.minLength(1), v.maxLength(mostEvents)),
})
