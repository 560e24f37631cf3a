import * as v from 'valibot'
import { isoTime } from '../scalars.ts'

const mostEvents = 500
const limitText = `Informe um número de 1 a ${mostEvents}.`

/** `before` is the id of an event or a time; neither is part of the page. */
export const eventsQuery = v.object({
  limit: v.optional(
    v.pipe(v.string(), v.digits(limitText), v.toNumber(), v.minValue(1, limitText), v.maxValue(mostEvents, limitText)),
    '50',
  ),
  before: v.optional(
    v.union(
      [
        v.pipe(
          v.string(),
          v.regex(/^\d{1,18}$/),
          v.transform((eventId) => ({ id: eventId })),
        ),
        v.pipe(
          isoTime,
          v.transform((text) => ({ at: new Date(text) })),
        ),
      ],
      'Informe o id de um evento ou uma data ISO.',
    ),
  ),
})

export const markReadBody = v.object({ id: v.pipe(v.string(), v.nonEmpty('Preencha este campo.')) })
