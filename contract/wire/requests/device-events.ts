import * as v from 'valibot'
import { isStorable, plainLine } from '../../fields/rule.ts'
import { existingTime, filledText } from '../scalars.ts'
import { kindCode } from './event-kinds.ts'

/** Events in one request. */
export const mostEvents = 100
/** A time that is this far ahead is an error of the sender's clock; a smaller difference counts as now. */
export const mostAheadMs = 5 * 60_000
/** An older event is refused: the server remembers the sender's ids only this long. */
export const oldestEventMs = 30 * 24 * 60 * 60_000

/** One event of a controller. `id` is the sender's: two events of a token with the same id are one event. */
export const deviceEvent = v.object({
  id: v.pipe(filledText, v.maxLength(100, 'Use no máximo 100 caracteres.')),
  wordCode: filledText,
  kind: kindCode,
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
