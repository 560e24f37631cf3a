import * as v from 'valibot'
import { filledText, id, isoTime } from '../scalars.ts'
import { fieldsError } from './errors.ts'

/** One session of the person; `current` is the session of this request. */
export const ownSessionSchema = v.object({
  id,
  createdAt: isoTime,
  lastSeenAt: isoTime,
  userAgent: v.fallback(v.string(), ''),
  current: v.boolean(),
  /** Whether the person asked to stay signed in; absent on other servers. */
  remember: v.exactOptional(v.boolean()),
})

export type OwnSession = v.InferOutput<typeof ownSessionSchema>

export const ownSessions = v.object({ result: v.array(ownSessionSchema) })

const fieldText = v.exactOptional(filledText)

/** Errors of the current and of the new password. */
export const passwordError = v.object({
  ...fieldsError.entries,
  fields: v.object({ current: fieldText, next: fieldText }),
})
