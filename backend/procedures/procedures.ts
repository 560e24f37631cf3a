import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { defaultProcedures } from '../../contract/procedures/default-procedures.ts'
import { condominiumKinds, type ProcedureKind, procedureKinds } from '../../contract/procedures/procedure-kinds.ts'
import {
  type OwnedProcedures,
  type Procedure,
  type ProcedureLists,
  type ProcedureStep,
  procedureSchema,
} from '../../contract/wire/answers/procedures.ts'
import { type Viewer, visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Bus } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Actor } from '../evidence/fact.ts'
import { entityTag, refuseStale, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'

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
  return {
    etag: entityTag(own?.version ?? 0),
    body: { own: own?.list ?? [], defaults: withDefaults(kinds, ofCustomer?.list ?? []) },
  }
}

const visibleRow = v.object({ condominiumId: v.string(), name: v.string(), wordCode: v.string() })

/** Reads the procedures of the customer, and of each condominium that the person may see, by name. */
export async function procedureLists(database: Queryable, viewer: Viewer): Promise<ProcedureLists> {
  const { customersId } = viewer
  const condominiums = await database.query(
    `select id as "condominiumId", name, word_code as "wordCode" from condominiums where ${visibleCondominiums(1)} order by name, id`,
    visibilityOf(viewer),
    visibleRow,
  )
  const owners = [{ condominiumId: null, name: '', wordCode: '' }, ...condominiums]
  const rows = await storedProcedures(
    database,
    owners.map(({ condominiumId }) => ({ customersId, condominiumId })),
  )
  const stored = new Map(rows.map((row) => [row.condominiumId, row]))
  return {
    lists: owners.map((owner) => {
      const { list = [], version = 0 } = stored.get(owner.condominiumId) ?? {}
      return { ...owner, version, own: list }
    }),
    defaults: withDefaults(procedureKinds, stored.get(null)?.list ?? []),
  }
}

function withDefaults(kinds: readonly ProcedureKind[], own: readonly Procedure[]): Procedure[] {
  return kinds.map((kind) => own.find((each) => each.kind === kind) ?? { kind, steps: [...defaultProcedures[kind]] })
}

/** `now` in epoch milliseconds. */
type Change = { actor: Actor; now: number }

/** Replaces the procedures of one owner and records the change; throws 412 for a stale `ifMatch`. */
export function changeProcedures(
  bus: Bus,
  owner: ProcedureOwner,
  { own, ifMatch, ...change }: Change & { own: readonly Procedure[]; ifMatch: string | undefined },
): Promise<Tagged<OwnedProcedures>> {
  return bus.commit(async (transaction) => {
    await holdProcedures(transaction, owner.customersId)
    const before = await ownedProcedures(transaction, owner)
    refuseStale(ifMatch, before.etag, before.body)
    await replaceLists(transaction, owner.customersId, [{ ...owner, before: before.body.own, own }], change)
    return ownedProcedures(transaction, owner)
  })
}

/** Replaces the procedures of several owners, all or none; throws 412 if a list has another version or is not visible. */
export function changeProcedureLists(
  bus: Bus,
  viewer: Viewer,
  { lists, ...change }: Change & { lists: readonly Pick<ProcedureList, 'condominiumId' | 'version' | 'own'>[] },
): Promise<ProcedureLists> {
  return bus.commit(async (transaction) => {
    await holdProcedures(transaction, viewer.customersId)
    const current = await procedureLists(transaction, viewer)
    const stored = new Map(current.lists.map((list) => [list.condominiumId, list]))
    const replaced = lists.map(({ condominiumId, version, own }) => {
      const before = stored.get(condominiumId)
      if (before?.version !== version) throw new Refusal(412, { current })
      return { condominiumId, before: before.own, own }
    })
    await replaceLists(transaction, viewer.customersId, replaced, change)
    return procedureLists(transaction, viewer)
  })
}

type ProcedureList = ProcedureLists['lists'][number]
type Replaced = { condominiumId: string | null; before: readonly Procedure[]; own: readonly Procedure[] }

/** Locks all procedures of the customer until the transaction ends. */
async function holdProcedures(transaction: Queryable, customersId: string): Promise<void> {
  await transaction.execute('select from customers where id = $1 for update', [customersId])
}

/** Stores and records the lists that differ. */
async function replaceLists(
  transaction: Queryable,
  customersId: string,
  lists: readonly Replaced[],
  { actor, now }: Change,
): Promise<void> {
  const changed = lists.flatMap((list) => {
    const changes = changesOf(list.before, list.own)
    return changes.length === 0 ? [] : [{ ...list, changes }]
  })
  if (changed.length === 0) return
  await transaction.execute(
    `insert into procedures (customers_id, condominium_id, list)
     select $1, condominium_id, list::jsonb from unnest($2::text[], $3::text[]) as given (condominium_id, list)
     on conflict (customers_id, condominium_id) do update set list = excluded.list, version = procedures.version + 1`,
    [customersId, changed.map(({ condominiumId }) => condominiumId), changed.map(({ own }) => JSON.stringify(own))],
  )
  const facts = changed.map(({ condominiumId, changes }) => ({
    ...{ kind: 'procedures.changed' as const, at: now, actor },
    subject: condominiumId === null ? {} : { condominium: condominiumId },
    data: { changed: changes },
  }))
  await appendFacts(transaction, customersId, ...facts)
}

/** Describes each kind whose steps differ, for the record of a change; null: the default. */
function changesOf(before: readonly Procedure[], own: readonly Procedure[]) {
  const stepsOf = (list: readonly Procedure[], kind: ProcedureKind) => list.find((each) => each.kind === kind)?.steps
  const textOf = (steps: readonly ProcedureStep[] | undefined) => steps?.map(stepText).join('; ') ?? null
  return procedureKinds.flatMap((field) => {
    const [was, is] = [stepsOf(before, field), stepsOf(own, field)]
    return isDeepStrictEqual(was, is) ? [] : [{ field, before: textOf(was), after: textOf(is) }]
  })
}

function stepText({ text, role, isRequired }: ProcedureStep): string {
  return `${text}${role === null ? '' : ` [${role}]`}${isRequired ? ' *' : ''}`
}
