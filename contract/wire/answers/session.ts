import * as v from 'valibot'
import { id } from '../scalars.ts'

/** One id or several are both accepted when read (SES-7). */
const ids = v.pipe(
  v.union([v.array(v.unknown()), id]),
  v.transform((value) => (typeof value === 'string' ? [value] : value.filter((item) => v.is(id, item)))),
)

/**
 * A person who signs in (SES-7). `condominiumsId` are at most 100 of those that he may see (`GET /condominium/by-user` has
 * all), `permissions` are rights; `type` is admin, operator or auditor.
 */
export const userSchema = v.object({
  userId: id,
  customersId: id,
  condominiumsId: v.nullish(ids, []),
  permissions: v.nullish(ids, []),
  type: v.nullish(v.string(), ''),
  name: v.nullish(v.string(), ''),
  email: v.exactOptional(v.string()),
  wordCode: v.exactOptional(v.string()),
  condominiumId: v.exactOptional(v.string()),
})

export type UserRecord = v.InferOutput<typeof userSchema>

/** When a session ends: `expiresIn` in seconds from the answer on, which needs no right clock, or `expiration`, an ISO date-time (SES-2, SES-9). */
export const lifetime = v.object({
  expiration: v.fallback(v.string(), ''),
  expiresIn: v.fallback(v.optional(v.number()), undefined),
})

export const signInAnswer = v.object({ token: id, user: userSchema, ...lifetime.entries })

/** The lifetime from now on; with the person as he is now, where the server tells: rights change while he is signed in. */
export const renewAnswer = v.object({ ...lifetime.entries, user: v.exactOptional(userSchema) })
