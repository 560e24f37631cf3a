import * as v from 'valibot'
import { defaultProcedures } from '../../contract/procedures/default-procedures.ts'
import { condominiumKinds, type ProcedureKind, procedureKinds } from '../../contract/procedures/procedure-kinds.ts'
import {
  type OwnedProcedures,
  type Procedure,
  type ProcedureStep,
  procedureSchema,
} from '../../contract/wire/answers/procedures.ts'
import type { Bus } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, changesOf } from '../evidence/fact.ts'
import { entityTag, refuseStale, type Tagged } from '../http/entity-tag.ts'

/** Owner of procedures: a condominium, or the customer for all condominiums (null). */
export type ProcedureOwner = { customersId: string; condominiumId: string | null }

const ownedRow = v.object({
  customersId: v.string(),
  condominiumId: v.nullable(v.string()),
  list: v.array(procedureSchema),
  version: v.number(),
})

/** Reads the procedures of the customers, and those of the condominiums. */
function storedProcedures(database: Queryable, owners: readonly ProcedureOwner[]) {
  return database.query(
    `select customers_id as "customersId", condominium_id as "condominiumId", list, version from procedures
     where customers_id = any($1) and (condominium_id is null or condominium_id = any($2))`,
    [owners.map(({ customersId }) => customersId), owners.map(({ condominiumId }) => condominiumId)],
    ownedRow,
  )
}

/** Returns a function that finds the steps for an incident: the condominium's, else the customer's, else the default (PROC-1). */
export async function procedureFinder(
  database: Queryable,
  owners: readonly ProcedureOwner[],
): Promise<(owner: ProcedureOwner, kind: ProcedureKind) => readonly ProcedureStep[]> {
  const rows = await storedProcedures(database, owners)
  const key = (customersId: string, condominiumId: string | null) => JSON.stringify([customersId, condominiumId])
  const lists = new Map(rows.map((row) => [key(row.customersId, row.condominiumId), row.list]))
  return ({ customersId, condominiumId }, kind) => {
    const found = [condominiumId, null].flatMap((owner) => lists.get(key(customersId, owner)) ?? [])
    return found.find((each) => each.kind === kind)?.steps ?? defaultProcedures[kind]
  }
}

/** Reads the procedures of one owner; version 0 before the first change. */
export async function ownedProcedures(database: Queryable, owner: ProcedureOwner): Promise<Tagged<OwnedProcedures>> {
  const rows = await storedProcedures(database, [owner])
  const own = rows.find(({ condominiumId }) => condominiumId === owner.condominiumId)
  const ofCustomer = owner.condominiumId === null ? undefined : rows.find(({ condominiumId }) => condominiumId === null)
  const kinds = owner.condominiumId === null ? procedureKinds : condominiumKinds
  const defaults = kinds.map(
    (kind): Procedure =>
      ofCustomer?.list.find((each) => each.kind === kind) ?? { kind, steps: [...defaultProcedures[kind]] },
  )
  return { etag: entityTag(own?.version ?? 0), body: { own: own?.list ?? [], defaults } }
}

/** Replaces the procedures of one owner and records the change; throws 412 for a stale `ifMatch`. `now` in epoch milliseconds. */
export function changeProcedures(
  bus: Bus,
  owner: ProcedureOwner,
  { own, ifMatch, actor, now }: { own: readonly Procedure[]; ifMatch: string | undefined; actor: Actor; now: number },
): Promise<Tagged<OwnedProcedures>> {
  return bus.commit(async (transaction) => {
    const { customersId, condominiumId } = owner
    await transaction.execute('select from customers where id = $1 for update', [customersId])
    const before = await ownedProcedures(transaction, owner)
    refuseStale(ifMatch, before.etag, before.body)
    const changed = changesOf(textsOf(before.body.own), textsOf(own))
    if (changed.length === 0) return before
    await transaction.execute(
      `insert into procedures (customers_id, condominium_id, list) values ($1, $2, $3::jsonb)
       on conflict (customers_id, condominium_id) do update set list = excluded.list, version = procedures.version + 1`,
      [customersId, condominiumId, JSON.stringify(own)],
    )
    const subject = condominiumId === null ? {} : { condominium: condominiumId }
    await appendFacts(transaction, customersId, {
      ...{ kind: 'procedures.changed', at: now, actor, subject },
      data: { changed },
    })
    return ownedProcedures(transaction, owner)
  })
}

/** Describes the steps of each kind in one text, for the record of a change. */
function textsOf(procedures: readonly Procedure[]): Record<string, string> {
  return Object.fromEntries(procedures.map(({ kind, steps }) => [kind, steps.map(stepText).join('; ')]))
}

function stepText({ text, role, isRequired }: ProcedureStep): string {
  return `${text}${role === null ? '' : ` [${role}]`}${isRequired ? ' *' : ''}`
}
