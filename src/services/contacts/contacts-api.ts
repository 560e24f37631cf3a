import type { Contact, ContactLists } from '../../../contract/wire/answers/contacts.ts'
import { contactRoutes } from '../../../contract/wire/routes/contacts.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { etagOf } from '../http/record-result.ts'

/** The contacts as last read; `etag` is null if the server sends none: then the last write wins. */
export interface ContactRecord {
  lists: ContactLists
  etag: string | null
}

/** `refused`: nothing was saved; `conflict`: another person has changed the list since it was read. */
export type ContactsAnswer =
  | { kind: 'saved'; record: ContactRecord }
  | { kind: 'conflict'; record: ContactRecord }
  | { kind: 'refused'; message: string }

/** Reads the contacts of a condominium, or of the customer for null. Throws a `CallError`. */
export async function readContacts(
  call: ContractCall,
  condominiumId: string | null,
  signal: AbortSignal,
): Promise<ContactRecord> {
  const result =
    condominiumId === null
      ? await call(contactRoutes.contactsOfCustomer, { signal })
      : await call(contactRoutes.contactsOfCondominium, { params: { id: condominiumId }, signal })
  return { lists: dataOf(result), etag: etagOf(result) }
}

/** Replaces the list if its version is still `etag`. Throws a `CallError`. */
export async function saveContacts(
  call: ContractCall,
  {
    condominiumId,
    etag,
    contacts,
  }: { condominiumId: string | null; etag: string | null; contacts: readonly Contact[] },
  signal: AbortSignal,
): Promise<ContactsAnswer> {
  const sent = { body: { contacts: [...contacts] }, ifMatch: etag, signal }
  const result =
    condominiumId === null
      ? await call(contactRoutes.changeContactsOfCustomer, sent)
      : await call(contactRoutes.changeContactsOfCondominium, { params: { id: condominiumId }, ...sent })
  if (result?.named === 412) return { kind: 'conflict', record: { lists: result.data.current, etag: etagOf(result) } }
  if (result?.named === 422)
    return { kind: 'refused', message: Object.values(result.data.fields)[0] ?? result.data.message }
  return { kind: 'saved', record: { lists: dataOf(result), etag: etagOf(result) } }
}
