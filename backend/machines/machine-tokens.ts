import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { endAfter } from '../../contract/machines/token-days.ts'
import { type MachineToken, machineTokenSchema, type NewMachineToken } from '../../contract/wire/answers/machines.ts'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { timeColumn } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

const lastUsedStepMs = 60_000
const endedText = 'Este acesso de máquina terminou. Crie outro em Pessoas, Integrações, e troque o acesso na máquina.'

const tokenRow = v.object({
  ...machineTokenSchema.entries,
  createdAt: timeColumn,
  lastUsedAt: v.nullable(timeColumn),
  expiresAt: v.nullable(timeColumn),
})

const columns = `machine_tokens.id, machine_tokens.name, condominium_ids as "condominiumIds", machine_tokens.created_at as "createdAt",
  coalesce((select users.name from users where users.id = made_by_id), '') as "madeBy", last_used_at as "lastUsedAt", expires_at as "expiresAt"`

/** The sender of events: the token, its customer, and its condominiums (null for all). */
export type Machine = { tokenId: string; customersId: string; condominiumIds: readonly string[] | null }

export function machineTokensOf(database: Queryable, customersId: string): Promise<MachineToken[]> {
  return database.query(
    `select ${columns} from machine_tokens where customers_id = $1 order by machine_tokens.created_at desc, id`,
    [customersId],
    tokenRow,
  )
}

type TokenMaker = {
  customersId: string
  userId: string
  name: string
  condominiumIds: readonly string[] | null
  days: number | null
}

/** Adds a token; undefined if the customer has the maximum. The token is returned only once; the database stores only its hash. */
export async function makeMachineToken(
  transaction: Queryable,
  { customersId, userId, name, condominiumIds, days }: TokenMaker,
  now: number,
): Promise<NewMachineToken | undefined> {
  // Serialised, so that two concurrent calls cannot exceed the maximum.
  await transaction.execute('select from customers where id = $1 for no key update', [customersId])
  const token = newToken()
  const end = endAfter(days, now)
  const [made] = await transaction.query(
    `insert into machine_tokens (id, customers_id, name, token_hash, condominium_ids, made_by_id, created_at, expires_at)
     select $1, $2, $3, $4, $5::text[], $6, $7, $8::timestamptz
     where (select count(*) from machine_tokens where customers_id = $2) < ${bounds.machineTokens.most.count}
     returning ${columns}`,
    [
      randomUUID(),
      customersId,
      name,
      hashOfToken(token),
      condominiumIds,
      userId,
      new Date(now),
      end === null ? null : new Date(end),
    ],
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

/** Returns the sender of a token; undefined if unknown. Throws 401 after the end of the token. Stores when the token was last used. */
export async function machineOfToken(database: Queryable, token: string, now: number): Promise<Machine | undefined> {
  const [row] = await database.query(
    `select id as "tokenId", customers_id as "customersId", condominium_ids as "condominiumIds", last_used_at as "lastUsedAt", expires_at as "expiresAt"
     from machine_tokens where token_hash = $1`,
    [hashOfToken(token)],
    v.object({
      tokenId: v.string(),
      customersId: v.string(),
      condominiumIds: v.nullable(v.array(v.string())),
      lastUsedAt: v.nullable(v.date()),
      expiresAt: v.nullable(v.date()),
    }),
  )
  if (row === undefined) return undefined
  const { lastUsedAt, expiresAt, ...machine } = row
  if (expiresAt !== null && expiresAt.getTime() <= now) throw new Refusal(401, { message: endedText })
  if (now - (lastUsedAt?.getTime() ?? 0) >= lastUsedStepMs)
    await database
      .execute('update machine_tokens set last_used_at = $2 where id = $1', [machine.tokenId, new Date(now)])
      .catch(passOverUnavailable)
  return machine
}
