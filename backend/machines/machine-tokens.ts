import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type MachineToken, machineTokenSchema, type NewMachineToken } from '../../contract/wire/answers/machines.ts'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { timeColumn } from '../database/row-values.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

const lastUsedStepMs = 60_000

const tokenRow = v.object({
  ...machineTokenSchema.entries,
  createdAt: timeColumn,
  lastUsedAt: v.nullable(timeColumn),
})

const columns = `machine_tokens.id, machine_tokens.name, condominium_ids as "condominiumIds", machine_tokens.created_at as "createdAt",
  coalesce((select users.name from users where users.id = made_by_id), '') as "madeBy", last_used_at as "lastUsedAt"`

/** The sender of events: the token, its customer, and its condominiums (null for all). */
export type Machine = { tokenId: string; customersId: string; condominiumIds: readonly string[] | null }

export function machineTokensOf(database: Queryable, customersId: string): Promise<MachineToken[]> {
  return database.query(
    `select ${columns} from machine_tokens where customers_id = $1 order by machine_tokens.created_at desc, id`,
    [customersId],
    tokenRow,
  )
}

type TokenMaker = { customersId: string; userId: string; name: string; condominiumIds: readonly string[] | null }

/** Adds a token; undefined if the customer has the maximum. The token is returned only once; the database stores only its hash. */
export async function makeMachineToken(
  transaction: Queryable,
  { customersId, userId, name, condominiumIds }: TokenMaker,
  now: number,
): Promise<NewMachineToken | undefined> {
  // Serialised, so that two concurrent calls cannot exceed the maximum.
  await transaction.execute('select from customers where id = $1 for no key update', [customersId])
  const token = newToken()
  const [made] = await transaction.query(
    `insert into machine_tokens (id, customers_id, name, token_hash, condominium_ids, made_by_id, created_at)
     select $1, $2, $3, $4, $5::text[], $6, $7
     where (select count(*) from machine_tokens where customers_id = $2) < ${bounds.machineTokens.most.count}
     returning ${columns}`,
    [randomUUID(), customersId, name, hashOfToken(token), condominiumIds, userId, new Date(now)],
    tokenRow,
  )
  return made === undefined ? undefined : { ...made, token }
}

/** Deletes a token; returns its name, or undefined if the customer has no such token. */
export async function endMachineToken(
  transaction: Queryable,
  customersId: string,
  id: string,
): Promise<string | undefined> {
  const [ended] = await transaction.query(
    'delete from machine_tokens where customers_id = $1 and id = $2 returning name',
    [customersId, id],
    v.object({ name: v.string() }),
  )
  return ended?.name
}

/** Returns the sender of a token; undefined if unknown. Stores when the token was last used. */
export async function machineOfToken(database: Queryable, token: string, now: number): Promise<Machine | undefined> {
  const [row] = await database.query(
    `select id as "tokenId", customers_id as "customersId", condominium_ids as "condominiumIds", last_used_at as "lastUsedAt"
     from machine_tokens where token_hash = $1`,
    [hashOfToken(token)],
    v.object({
      tokenId: v.string(),
      customersId: v.string(),
      condominiumIds: v.nullable(v.array(v.string())),
      lastUsedAt: v.nullable(v.date()),
    }),
  )
  if (row === undefined) return undefined
  const { lastUsedAt, ...machine } = row
  if (now - (lastUsedAt?.getTime() ?? 0) >= lastUsedStepMs)
    await database
      .execute('update machine_tokens set last_used_at = $2 where id = $1', [machine.tokenId, new Date(now)])
      .catch(passOverUnavailable)
  return machine
}
