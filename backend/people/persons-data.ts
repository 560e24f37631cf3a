import * as v from 'valibot'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import type { Table } from '../database/table.ts'
import { tables } from '../database/tables.ts'
import { appendFacts } from '../evidence/append.ts'
import { lockPeople } from './people.ts'
import { type Deed, disablePerson } from './person-changes.ts'

const personalData = Object.values<Table>(tables).flatMap((table) =>
  'none' in table.personalData ? [] : [table.personalData],
)

/** All personal data that the tables hold of a person (EVI-6), by section. */
export async function personsData(database: Database, personId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const [section, rows] of personalData.flatMap(({ sections }) => Object.entries(sections))) {
    const [found] = await database.query(
      `select coalesce(json_agg(kept), '[]')::text as rows from (${rows}) as kept`,
      [personId],
      v.object({ rows: v.pipe(v.string(), v.parseJson()) }),
    )
    data[section] = found?.rows
  }
  return data
}

/**
 * Erases a person, and from the records what belongs to them alone: the chain still verifies, and has their id (EVI-6). What they have open
 * ends at once. Rejects with 409 for the last administrator.
 */
export async function erasePerson(bus: Bus, deed: Deed, personId: string): Promise<void> {
  await disablePerson(bus, deed, personId)
  await bus.commit(async (transaction) => {
    await lockPeople(transaction, deed.customersId)
    for (const { erasure } of personalData)
      if (typeof erasure === 'object') await transaction.execute(erasure.sql, [personId])
    await appendFacts(transaction, deed.customersId, {
      kind: 'erased',
      at: deed.now,
      actor: { machine: true },
      subject: { person: personId },
    })
  })
}
