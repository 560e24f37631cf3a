import * as v from 'valibot'
import { filledText, id, isoTime } from '../scalars.ts'
import { fieldsError } from './errors.ts'

/** One place where the person is signed in; `current` is the one that asks. */
export const ownSessionSchema = v.object({
  id,
  createdAt: isoTime,
  lastSeenAt: isoTime,
  userAgent: v.fallback(v.string(), ''),
  current: v.boolean(),
})

export type OwnSession = v.InferOutput<typeof ownSessionSchema>

export const ownSessions = v.object({ result: v.array(ownSessionSchema) })

const fieldText = v.exactOptional(filledText)

/** What the server holds against either password. */
export const passwordError = v.object({
  ...fieldsError.entries,
  fields: v.object({ current: fieldText, next: fieldText }),
})
