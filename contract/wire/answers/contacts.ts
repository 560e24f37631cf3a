import * as v from 'valibot'
import { errorBody } from './errors.ts'

/** Roles of a contact (PROC-1), in the order in which a form lists the roles. */
export const contactRoles = ['manager', 'caretaker', 'maintenance', 'power', 'internet', 'police', 'other'] as const

export type ContactRole = (typeof contactRoles)[number]

const text = v.optional(v.string(), '')

/** A person or service to call. `label` names the role `other`; `phone` has no punctuation; '' means not entered. */
export const contactSchema = v.object({
  role: v.picklist(contactRoles),
  label: text,
  name: text,
  phone: v.string(),
  hours: text,
})

export type Contact = v.InferOutput<typeof contactSchema>

const contactList = v.pipe(v.array(contactSchema), v.readonly())

/**
 * `own`: the contacts of the condominium, or of the customer. `defaults`: the customer's contacts beside those of a condominium. Each list is in
 * the order of the calls.
 */
export const contactLists = v.object({
  own: contactList,
  defaults: contactList,
})

export type ContactLists = v.InferOutput<typeof contactLists>

/** Body of a 412 for a stale write: the current lists, with the `ETag` of `own`. */
export const contactsChanged = v.object({ ...errorBody.entries, current: contactLists })
