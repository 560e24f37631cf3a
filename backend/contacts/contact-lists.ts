import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { contactText } from '../../contract/contacts/contacts.ts'
import type { Contact, ContactLists } from '../../contract/wire/answers/contacts.ts'
import { contactSchema } from '../../contract/wire/answers/contacts.ts'
import { holdCondominium } from '../condominiums/condominiums.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Actor } from '../evidence/fact.ts'
import { Personal } from '../evidence/personal.ts'
import { entityTag, refuseStale, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'

/** Owner of a list of contacts: a condominium, or the customer if `condominiumId` is null. */
export type ContactOwner = { customersId: string; condominiumId: string | null }

/** `now` in epoch milliseconds. */
export type ContactChange = ContactOwner & { actor: Actor; now: number; ifMatch: string | undefined }

const listRow = v.object({
  condominiumId: v.nullable(v.string()),
  contacts: v.array(contactSchema),
  version: v.number(),
})

/** Returns the contacts (PROC-1) and the `ETag` of the owner's list. The version is 0 until the first write. */
export async function taggedContacts(
  database: Queryable,
  { customersId, condominiumId }: ContactOwner,
): Promise<Tagged<ContactLists>> {
  const rows = await database.query(
    `select condominium_id as "condominiumId", contacts, version from contact_lists
     where customers_id = $1 and (condominium_id = $2 or condominium_id is null)`,
    [customersId, condominiumId],
    listRow,
  )
  const listOf = (owner: string | null) => rows.find((row) => row.condominiumId === owner)
  const own = listOf(condominiumId)
  return {
    etag: entityTag(own?.version ?? 0),
    body: {
      own: own?.contacts ?? [],
      defaults: condominiumId === null ? [] : (listOf(null)?.contacts ?? []),
    },
  }
}

/**
 * Replaces a list. If the new list differs, increments the version and records the change. Throws 404 if the
 * condominium is deleted, and 412 if `ifMatch` is stale.
 */
export function changeContacts(
  database: Database,
  change: ContactChange,
  contacts: readonly Contact[],
): Promise<Tagged<ContactLists>> {
  const { customersId, condominiumId, actor, now, ifMatch } = change
  return database.transaction(async (transaction) => {
    if (condominiumId !== null && !(await holdCondominium(transaction, condominiumId))) throw new Refusal(404)
    // Locks the list until the transaction ends.
    await transaction.execute(
      `insert into contact_lists (customers_id, condominium_id, contacts, version) values ($1, $2, '[]', 0)
       on conflict (customers_id, condominium_id) do update set version = contact_lists.version`,
      [customersId, condominiumId],
    )
    const before = await taggedContacts(transaction, change)
    refuseStale(ifMatch, before.etag, before.body)
    if (isDeepStrictEqual(before.body.own, contacts)) return before
    await transaction.execute(
      `update contact_lists set contacts = $3, version = version + 1
       where customers_id = $1 and condominium_id is not distinct from $2`,
      [customersId, condominiumId, JSON.stringify(contacts)],
    )
    const [were, are] = [before.body.own.map(contactText), contacts.map(contactText)]
    const recorded = (text: string) => new Personal(text)
    await appendFacts(transaction, customersId, {
      kind: 'contacts',
      at: now,
      actor,
      subject: condominiumId === null ? {} : { condominium: condominiumId },
      data: {
        ...(condominiumId === null && { all: true }),
        removed: were.filter((text) => !are.includes(text)).map(recorded),
        added: are.filter((text) => !were.includes(text)).map(recorded),
      },
    })
    return taggedContacts(transaction, change)
  })
}

/**
 * Erases the names and telephones of a deleted condominium's contacts from the records of contacts and calls. A contact
 * has no account, so these values belong to no person. The hashes stay in the chain.
 */
export async function eraseRecordedContacts(
  transaction: Queryable,
  customersId: string,
  condominiumId: string,
): Promise<void> {
  await transaction.execute(
    `update evidence set personal = coalesce((
       select jsonb_agg(kept) from jsonb_array_elements(personal) as kept where kept ->> 'of' <> ''), '[]')
     where customers_id = $1 and condominium_id = $2 and kind in ('contacts', 'incident')`,
    [customersId, condominiumId],
  )
}
