import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { EnteredCondominium } from '../../contract/fields/schemas.ts'
import { condominiumDetails } from '../../contract/wire/answers/condominiums.ts'
import type { Account } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import { columnName, firstValue, hasRow } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, changesOf, type FactKind, type FactValue } from '../evidence/fact.ts'
import { factsOfDeletedIncidents } from '../incidents/deleted-incidents.ts'
import { condominiumWithVersion } from './condominiums.ts'

/** `now` in epoch milliseconds. */
export type CondominiumChange = { customersId: string; actor: Actor; now: number }

const detailColumns = condominiumDetails.map(columnName)

/** Creates a condominium that its creator sees immediately; resolves to its id. */
export function createCondominium(
  bus: Bus,
  account: Account,
  change: CondominiumChange,
  fields: EnteredCondominium,
): Promise<string> {
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
    announce({ kind: 'changedCustomers', list: [account.customersId] })
    await record(transaction, 'condominium.created', change, id, changesOf({}, fields))
    return id
  })
}

/**
 * Replaces the fields that a person enters; if one differs, raises the version and records the change. Resolves to false if there is no such condominium, or if
 * `versions` is given without the current version.
 */
export function changeCondominium(
  bus: Bus,
  id: string,
  change: CondominiumChange,
  fields: EnteredCondominium,
  versions: number[] | undefined,
): Promise<boolean> {
  return bus.commit(async (transaction) => {
    await transaction.execute('select 1 from condominiums where id = $1 for update', [id])
    const before = await condominiumWithVersion(transaction, id)
    if (before === undefined || versions?.includes(before.version) === false) return false
    const { id: _, customersId: _own, ...was } = before.condominium
    const changed = changesOf(was, fields)
    if (changed.length === 0) return true
    await transaction.execute(
      `update condominiums set (name, word_code, ${detailColumns.join(', ')}) =
           (${placeholders(2, 2 + condominiumDetails.length)}), version = version + 1
         where id = $1`,
      [id, ...valuesOf(fields)],
    )
    await record(transaction, 'condominium.changed', change, id, changed)
    return true
  })
}

/**
 * Deletes a condominium without devices, with its events, incidents and assignments; keeps notifications and audit records. Resolves to the
 * number of devices that prevented the deletion, or to undefined if there is no such condominium, or if `versions` is given
 * without the current version.
 */
export function deleteCondominium(
  bus: Bus,
  id: string,
  change: CondominiumChange,
  versions: number[] | undefined,
): Promise<number | undefined> {
  return bus.commit(async (transaction, announce) => {
    const found =
      'select from condominiums where id = $1 and ($2::int[] is null or version = any($2::int[])) for update'
    if (!(await hasRow(transaction, found, [id, versions ?? null]))) return undefined
    const count = 'select count(*)::int from devices where condominium_id = $1'
    const devices = (await firstValue(transaction, count, [id], v.number())) ?? 0
    if (devices === 0) {
      const before = await condominiumWithVersion(transaction, id)
      const incidents = await factsOfDeletedIncidents(transaction, id, change)
      await transaction.execute('delete from condominiums where id = $1', [id])
      announce({ kind: 'changedCustomers', list: [change.customersId] })
      const { id: _, customersId: _own, ...was } = before?.condominium ?? {}
      await appendFacts(transaction, change.customersId, ...incidents)
      await record(transaction, 'condominium.deleted', change, id, changesOf(was, {}))
    }
    return devices
  })
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
