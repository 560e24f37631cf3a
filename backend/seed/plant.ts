import * as v from 'valibot'
import type { Session } from '../database/database.ts'
import { firstValue, hasRow } from '../database/row-values.ts'
import { seedAccounts } from './accounts.ts'
import { seedDemo } from './demo.ts'
import { seedLarge } from './large.ts'

export const seedNames = ['demo', 'large', 'none'] as const
export type SeedName = (typeof seedNames)[number]

interface Planting {
  wanted: SeedName
  /** Password of the demo accounts. */
  password: string
  now: number
  /** Events of each condominium with a past, in large data. */
  pastEvents?: number | undefined
  /** Called before an empty database is filled. */
  onFill?: () => void
}

/** Fills a database that was never filled, all or nothing. Resolves to the data that it has afterwards. */
export async function plantSeed(
  database: Session,
  { wanted, password, now, pastEvents, onFill }: Planting,
): Promise<SeedName> {
  const first = 'select name from seeds order by planted_at limit 1'
  const planted = await firstValue(database, first, [], v.picklist(seedNames))
  if (planted !== undefined) return planted
  // An installation that somebody began for themselves is not filled any more.
  if (wanted === 'none' || (await hasRow(database, 'select from customers limit 1', []))) return 'none'
  onFill?.()
  await database.transaction(async (transaction) => {
    await seedAccounts(transaction, password)
    if (wanted === 'demo') await seedDemo(transaction, now)
    else await seedLarge(transaction, now, pastEvents)
    // Their past is made up.
    await transaction.execute('truncate happenings')
    await transaction.execute('insert into seeds (name, planted_at) values ($1, $2)', [wanted, new Date(now)])
  })
  // Nothing else gathers statistics in the embedded database; without them a page of devices is ten times slower.
  await database.script('analyze')
  return wanted
}
