import * as v from 'valibot'
import { contactRoles } from '../../contacts/contacts.ts'
import { errorBody } from './errors.ts'

const text = v.optional(v.string(), '')

export const contactSchema = v.object({
  role: v.picklist(contactRoles),
  label: text,
  name: text,
  phone: v.string(),
  hours: text,
})

const contactList = v.pipe(v.array(contactSchema), v.readonly())

/** `own`: the contacts of the condominium, or of the customer. `defaults`: the customer's contacts beside those of a condominium. */
export const contactLists = v.object({
  own: contactList,
  defaults: contactList,
})

/** A 412 for a stale write: the current lists, with the `ETag` of `own`. */
export const contactsChanged = v.object({ ...errorBody.entries, current: contactLists })
