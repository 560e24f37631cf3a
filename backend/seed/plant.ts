import * as v from 'valibot'
import type { Queryable, Session } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { firstValue, hasRow, hasTable } from '../database/row-values.ts'
import type { DatabasePlace } from '../open-database.ts'
import { seedAccounts } from './accounts.ts'
import { seedDemo } from './demo.ts'
import { type LargePart, seedLarge } from './large.ts'

export const seedNames = ['demo', 'large', 'none'] as const
export type SeedName = (typeof seedNames)[number]

interface Planting {
  wanted: SeedName
  password: string
  now: number
  pastEvents?: number | undefined
  /** Called before the data are stored, and before each part of large data. */
  onFill?: (part?: LargePart) => void
}

/** The database has other data than the operator asked for. */
export class OtherSeed extends OperatorError {
  constructor(found: SeedName, { seed, dataDir, databaseUrl }: DatabasePlace & { seed: SeedName }) {
    super(
      databaseUrl === undefined
        ? `${dataDir} já tem os dados "${found}". Para "${seed}", use outra pasta (--data) ou apague essa.`
        : `O banco de DATABASE_URL já tem os dados "${found}". Para "${seed}", use outro banco.`,
    )
  }
}

/** Resolves to the seed of a database of any version; undefined if it has neither a seed nor a customer. */
export async function seedOf(database: Queryable): Promise<SeedName | undefined> {
  if (!(await hasTable(database, 'seeds'))) return undefined
  const first = 'select name from seeds order by planted_at limit 1'
  const planted = await firstValue(database, first, [], v.picklist(seedNames))
  // A database with a customer belongs to a real installation, which is never filled.
  return planted ?? ((await hasRow(database, 'select from customers limit 1', [])) ? 'none' : undefined)
}

/** Fills a database that was never filled, all or nothing. Resolves to the seed that the database has afterwards. */
export async function plantSeed(
  database: Session,
  { wanted, password, now, pastEvents, onFill }: Planting,
): Promise<SeedName> {
  const found = await seedOf(database)
  if (found !== undefined || wanted === 'none') return found ?? 'none'
  onFill?.()
  await database.transaction(async (transaction) => {
    await seedAccounts(transaction, password)
    if (wanted === 'demo') await seedDemo(transaction, now)
    else await seedLarge(transaction, now, { eventsEach: pastEvents, onPart: onFill })
    // Seeded events must not create incidents.
    await transaction.execute('truncate happenings')
    await transaction.execute('insert into seeds (name, planted_at) values ($1, $2)', [wanted, new Date(now)])
  })
  // The embedded database has no automatic statistics; without them a page of devices is ten times slower.
  await database.script('analyze')
  return wanted
}
