import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { condominiumDetails } from '../../contract/fields/condominium-details.ts'
import type { EnteredCondominium } from '../../contract/fields/schemas.ts'
import type { Condominium } from '../../contract/wire/answers/condominiums.ts'
import type { Account } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import { eraseRecordedContacts } from '../contacts/contact-lists.ts'
import type { Queryable } from '../database/database.ts'
import { columnName, firstValue } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, changesOf, type FactKind, type FactValue } from '../evidence/fact.ts'
import { refuseStale, type Tagged } from '../http/entity-tag.ts'
import { factsOfDeletedIncidents } from '../incidents/deleted-incidents.ts'
import { taggedCondominium } from './condominiums.ts'

/** `now` in epoch milliseconds. */
export type CondominiumChange = { customersId: string; actor: Actor; now: number }

const detailColumns = condominiumDetails.map(columnName)

/** Creates a condominium that its creator sees immediately. */
export function createCondominium(
  bus: Bus,
  account: Account,
  change: CondominiumChange,
  fields: EnteredCondominium,
): Promise<Tagged<Condominium>> {
  const id = randomUUID()
  return bus.commit(async (transaction, announce) => {
    await transaction.execute(
      `insert into condominiums (id, customers_id, name, word_code, ${detailColumns.join(', ')})
         values ($1, $2, ${placeholders(3, 2 + condominiumDetails.length)})`,
      [id, account.customersId, ...valuesOf(fields)],
    )
    if (!account.seesAll)
      await transaction.execute('insert into user_condominiums (user_id, condominium_id) values ($1, $2)', [
        account.userId,
        id,
      ])
    // The order matters: each socket must know who may see the new condominium before the condominium is announced.
    announce({ kind: 'changedCustomers', list: [account.customersId] })
    announce(changed(account.customersId, id))
    await record(transaction, 'condominium.created', change, id, changesOf({}, fields))
    return taggedCondominium(transaction, id)
  })
}

/**
 * Replaces the fields that a person enters; if one differs, raises the version and records the change. May throw 404, and 412 for a stale
 * `ifMatch`.
 */
export function changeCondominium(
  bus: Bus,
  id: string,
  change: CondominiumChange,
  fields: EnteredCondominium,
  ifMatch: string | undefined,
): Promise<Tagged<Condominium>> {
  return bus.commit(async (transaction, announce) => {
    const before = await holdCurrent(transaction, id, ifMatch)
    const { id: _, customersId: _own, ...was } = before.body
    const changes = changesOf(was, fields)
    if (changes.length === 0) return before
    await transaction.execute(
      `update condominiums set (name, word_code, ${detailColumns.join(', ')}) =
           (${placeholders(2, 2 + condominiumDetails.length)}), version = version + 1
         where id = $1`,
      [id, ...valuesOf(fields)],
    )
    announce(changed(change.customersId, id))
    await record(transaction, 'condominium.changed', change, id, changes)
    return taggedCondominium(transaction, id)
  })
}

/**
 * Deletes a condominium without devices, with its events, incidents, contacts and assignments; keeps notifications and audit records. Resolves to the
 * number of devices that prevented the deletion. May throw 404, and 412 for a stale `ifMatch`.
 */
export function deleteCondominium(
  bus: Bus,
  id: string,
  change: CondominiumChange,
  ifMatch: string | undefined,
): Promise<number> {
  return bus.commit(async (transaction, announce) => {
    const before = await holdCurrent(transaction, id, ifMatch)
    const count = 'select count(*)::int from devices where condominium_id = $1'
    const devices = (await firstValue(transaction, count, [id], v.number())) ?? 0
    if (devices === 0) {
      const incidents = await factsOfDeletedIncidents(transaction, id, change)
      await transaction.execute('delete from condominiums where id = $1', [id])
      await eraseRecordedContacts(transaction, change.customersId, id)
      // The order matters: after the second message nobody may see the condominium.
      announce(changed(change.customersId, id))
      announce({ kind: 'changedCustomers', list: [change.customersId] })
      const { id: _, customersId: _own, ...was } = before.body
      await appendFacts(transaction, change.customersId, ...incidents)
      await record(transaction, 'condominium.deleted', change, id, changesOf(was, {}))
    }
    return devices
  })
}

function changed(customersId: string, condominiumId: string): BusMessage {
  return { kind: 'changedCondominiums', list: [{ customersId, condominiumId }] }
}

/** Locks the condominium until the transaction ends. */
async function holdCurrent(
  transaction: Queryable,
  id: string,
  ifMatch: string | undefined,
): Promise<Tagged<Condominium>> {
  await transaction.execute('select 1 from condominiums where id = $1 for update', [id])
  const current = await taggedCondominium(transaction, id)
  refuseStale(ifMatch, current.etag, current.body)
  return current
}

function record(
  transaction: Queryable,
  kind: FactKind,
  { customersId, actor, now }: CondominiumChange,
  condominium: string,
  changed: FactValue,
): Promise<void> {
  return appendFacts(transaction, customersId, { kind, at: now, actor, subject: { condominium }, data: { changed } })
}

function valuesOf(fields: EnteredCondominium): (string | null)[] {
  return [fields.name, fields.wordCode, ...condominiumDetails.map((key) => fields[key])]
}

function placeholders(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ')
}
