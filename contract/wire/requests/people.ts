import * as v from 'valibot'
import { mostAssigned, newPassword, personEmail, personName } from '../../fields/person.ts'
import { personTypes, rights } from '../../rights.ts'
import { filledText, id } from '../scalars.ts'

/**
 * What an administrator says of a person. Who writes users must see all: whoever hands out sight needs it. A right that the
 * administrator does not hold is not his to give (422 `permissions`); one that the person has may stay, or be taken.
 */
export const personBody = v.object({
  name: personName,
  type: v.picklist(personTypes),
  permissions: v.array(v.picklist(rights)),
  seesAll: v.boolean(),
  /** Nothing where `seesAll`. */
  condominiumsId: v.pipe(v.array(id), v.maxLength(mostAssigned)),
})

export type PersonBody = v.InferOutput<typeof personBody>

/** The same of somebody new; the e-mail is what he signs in with, and stays. */
export const inviteBody = v.object({ ...personBody.entries, email: personEmail })

export type InviteBody = v.InferOutput<typeof inviteBody>

/** A one-time link's secret. */
export const linkBody = v.object({ token: v.pipe(filledText, v.maxLength(200)) })

/** What the person of a link tells; the first administrator also who he is and for whom he works. */
export const acceptBody = v.object({
  ...linkBody.entries,
  password: newPassword,
  name: v.exactOptional(personName),
  email: v.exactOptional(personEmail),
  customerName: v.exactOptional(personName),
})

export type AcceptBody = v.InferOutput<typeof acceptBody>
