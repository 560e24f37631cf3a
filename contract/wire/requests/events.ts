import * as v from 'valibot'
import { existingTime, pageLimit } from '../scalars.ts'
import { kindCode } from './event-kinds.ts'

/** `before` is an event id or a time. The page holds only earlier events. */
export const eventsQuery = v.object({
  limit: pageLimit(500, 50),
  before: v.optional(
    v.union(
      [
        v.pipe(
          v.string(),
          v.regex(/^\d{1,18}$/),
          v.transform((eventId) => ({ id: eventId })),
        ),
        v.pipe(
          existingTime,
          v.transform((at) => ({ at })),
        ),
      ],
      'Informe o id de um evento ou uma data ISO.',
    ),
  ),
})

/** Orders of an event search; the newest event is first by default. */
export const eventOrders = ['newest', 'oldest'] as const

/** `from` is inclusive, `to` is exclusive; `cursor` is the `nextCursor` of an earlier page in the same order (PAGE-3). */
export const eventSearchQuery = v.object({
  condominiumId: v.optional(v.string()),
  wordCode: v.optional(v.string()),
  kind: v.optional(kindCode),
  from: v.optional(existingTime),
  to: v.optional(existingTime),
  order: v.optional(v.picklist(eventOrders, `Escolha um destes: ${eventOrders.join(', ')}.`)),
  limit: pageLimit(1_000, 50),
  cursor: v.optional(v.string()),
})

export type EventSearchQuery = v.InferOutput<typeof eventSearchQuery>

/** The filter of an event search in its wire format; `from` and `to` are ISO date-times. */
export type EventFilter = Omit<v.InferInput<typeof eventSearchQuery>, 'order' | 'limit' | 'cursor'>

export const markReadBody = v.object({ id: v.pipe(v.string(), v.nonEmpty('Preencha este campo.')) })
