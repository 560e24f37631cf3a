import type { SheetDevice } from '../../contract/spreadsheet/device-sheet.ts'
import type { Database } from '../database/database.ts'
import { columnsOf } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import type { Fact } from '../evidence/fact.ts'

/** Stores all of the devices in one statement, and the fact that they were, or throws and stores nothing. */
export async function storeDevices(
  database: Database,
  condominiumId: string,
  devices: readonly SheetDevice[],
  fact: { customersId: string; of: Fact },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(
      `insert into devices (condominium_id, word_code, name, model, ip, port, active)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::boolean[])`,
      [condominiumId, ...columnsOf(devices, ['wordCode', 'name', 'model', 'ip', 'port', 'active'])],
    )
    await appendFacts(transaction, fact.customersId, fact.of)
  })
}
