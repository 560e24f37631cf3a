import * as v from 'valibot'
import type { Session } from '../database/database.ts'
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
  const [planted] = await database.query(
    'select name from seeds order by planted_at limit 1',
    [],
    v.object({ name: v.picklist(seedNames) }),
  )
  if (planted) return planted.name
  if (wanted === 'none' || (await hasCustomers(database))) return 'none'
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

/** An installation that somebody began for himself is not filled any more. */
async function hasCustomers(database: Session): Promise<boolean> {
  const found = await database.query('select id from customers limit 1', [], v.object({ id: v.string() }))
  return found.length > 0
}
