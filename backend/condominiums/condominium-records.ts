import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { EnteredCondominium } from '../../contract/fields/schemas.ts'
import type { Account } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import { detailColumns, detailKeys } from './condominiums.ts'

const uniqueViolation = v.object({ code: v.literal('23505') })

/** Another condominium, of whichever customer, has this wordCode. */
export class WordCodeTaken extends Error {}

/** Makes a condominium of the account's customer that its maker sees at once; resolves to its id, may throw `WordCodeTaken`. */
export function createCondominium(bus: Bus, account: Account, fields: EnteredCondominium): Promise<string> {
  const id = randomUUID()
  return tellingTaken(
    bus.commit(async (transaction, tell) => {
      await transaction.execute(
        `insert into condominiums (id, customers_id, name, word_code, ${detailColumns.join(', ')})
         values ($1, $2, ${placeholders(3, 2 + detailKeys.length)})`,
        [id, account.customersId, ...valuesOf(fields)],
      )
      if (!account.seesAll)
        await transaction.execute('insert into user_condominiums (user_id, condominium_id) values ($1, $2)', [
          account.userId,
          id,
        ])
      tell({ kind: 'changedCustomers', list: [account.customersId] })
      return id
    }),
  )
}

/**
 * Replaces what a person enters and moves the version on, where the version is one of `versions` (undefined: any).
 * False when there is no such condominium at such a version; may throw `WordCodeTaken`.
 */
export async function changeCondominium(
  database: Database,
  id: string,
  fields: EnteredCondominium,
  versions: number[] | undefined,
): Promise<boolean> {
  const changed = await tellingTaken(
    database.execute(
      `update condominiums set (name, word_code, ${detailColumns.join(', ')}) =
         (${placeholders(3, 2 + detailKeys.length)}), version = version + 1
       where id = $1 and ($2::int[] is null or version = any($2::int[]))`,
      [id, versions ?? null, ...valuesOf(fields)],
    ),
  )
  return changed > 0
}

/**
 * Deletes a condominium without devices, where the version is one of `versions` (undefined: any); its events and who was
 * assigned to it go with it, notifications and audit records stay. Resolves to how many devices kept it from going, or to
 * undefined when there is none at such a version.
 */
export function deleteCondominium(
  bus: Bus,
  { id, customersId }: { id: string; customersId: string },
  versions: number[] | undefined,
): Promise<number | undefined> {
  return bus.commit(async (transaction, tell) => {
    const [found] = await transaction.query(
      'select 1 as one from condominiums where id = $1 and ($2::int[] is null or version = any($2::int[])) for update',
      [id, versions ?? null],
      v.object({ one: v.number() }),
    )
    if (found === undefined) return undefined
    const [row] = await transaction.query(
      'select count(*)::int as devices from devices where condominium_id = $1',
      [id],
      v.object({ devices: v.number() }),
    )
    const devices = row?.devices ?? 0
    if (devices === 0) {
      await transaction.execute('delete from condominiums where id = $1', [id])
      tell({ kind: 'changedCustomers', list: [customersId] })
    }
    return devices
  })
}

function valuesOf(fields: EnteredCondominium): (string | null)[] {
  return [fields.name, fields.wordCode, ...detailKeys.map((key) => fields[key])]
}

function placeholders(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ')
}

async function tellingTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw v.is(uniqueViolation, error) ? new WordCodeTaken() : error
  }
}
