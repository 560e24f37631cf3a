import * as v from 'valibot'
import { id } from '../scalars.ts'

/** Accepts one id or several (SES-7). */
const ids = v.pipe(
  v.union([v.array(v.unknown()), id]),
  v.transform((value) => (typeof value === 'string' ? [value] : value.filter((item) => v.is(id, item)))),
)

/** Largest number of condominium ids in the record of a person, because the panel keeps the record in local storage; `by-user` returns all. */
export const mostCondominiumIds = 100

/**
 * A person who signs in (SES-7). `condominiumsId`: at most 100 of their condominiums (`GET /condominium/by-user` lists
 * all). `permissions` are rights; `type` is admin, operator or auditor.
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

/** `expiresIn`: seconds from the answer, without need of a correct clock; else `expiration`, ISO (SES-2, SES-9). */
export const lifetime = v.object({
  expiration: v.fallback(v.string(), ''),
  expiresIn: v.fallback(v.optional(v.number()), undefined),
})

export const sessionBegun = v.object({ token: id, user: userSchema, ...lifetime.entries })

/**
 * The session or, for a person with a second factor, a text that the client sends with a code to `/auth/sign-in/code`
 * (SES-12).
 */
export const signInAnswer = v.union([sessionBegun, v.object({ challenge: id })])

/** The new lifetime. `user`: the current person, if the server sends it, because rights may change during a session. */
export const renewAnswer = v.object({ ...lifetime.entries, user: v.exactOptional(userSchema) })
