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
  password: string
  now: number
  pastEvents?: number | undefined
  onFill?: () => void
}

/** Fills a database that was never filled, all or nothing. Resolves to the seed that the database has afterwards. */
export async function plantSeed(
  database: Session,
  { wanted, password, now, pastEvents, onFill }: Planting,
): Promise<SeedName> {
  const first = 'select name from seeds order by planted_at limit 1'
  const planted = await firstValue(database, first, [], v.picklist(seedNames))
  if (planted !== undefined) return planted
  // A database with a customer belongs to a real installation, which is never filled.
  if (wanted === 'none' || (await hasRow(database, 'select from customers limit 1', []))) return 'none'
  onFill?.()
  await database.transaction(async (transaction) => {
    await seedAccounts(transaction, password)
    if (wanted === 'demo') await seedDemo(transaction, now)
    else await seedLarge(transaction, now, pastEvents)
    // Seeded events must not create incidents.
    await transaction.execute('truncate happenings')
    await transaction.execute('insert into seeds (name, planted_at) values ($1, $2)', [wanted, new Date(now)])
  })
  // The embedded database has no automatic statistics; without them a page of devices is ten times slower.
  await database.script('analyze')
  return wanted
}
