import * as v from 'valibot'
import { mostAssigned, newPassword, personEmail, personName } from '../../fields/person.ts'
import { personTypes, rights } from '../../rights.ts'
import { filledText, id } from '../scalars.ts'

/**
 * A person's data as an administrator enters it. A person with the right `users:write` must have `seesAll`. An
 * administrator cannot give a right that they lack (422 `permissions`).
 */
export const personBody = v.object({
  name: personName,
  type: v.picklist(personTypes),
  permissions: v.array(v.picklist(rights)),
  seesAll: v.boolean(),
  /** Empty if `seesAll`. */
  condominiumsId: v.pipe(v.array(id), v.maxLength(mostAssigned)),
})

export type PersonBody = v.InferOutput<typeof personBody>

/** The same for a new person. The e-mail is the sign-in name and cannot be changed. */
export const inviteBody = v.object({ ...personBody.entries, email: personEmail })

export type InviteBody = v.InferOutput<typeof inviteBody>

export const linkBody = v.object({ token: v.pipe(filledText, v.maxLength(200)) })

/** The data that the holder of a link enters. Only the first administrator sends `name`, `email` and `customerName`. */
export const acceptBody = v.object({
  ...linkBody.entries,
  password: newPassword,
  name: v.exactOptional(personName),
  email: v.exactOptional(personEmail),
  customerName: v.exactOptional(personName),
})

export type AcceptBody = v.InferOutput<typeof acceptBody>
