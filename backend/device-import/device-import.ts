import type { SheetDevice } from '../../contract/spreadsheet/device-sheet.ts'
import type { Database } from '../database/database.ts'

/** Stores all of the devices in one statement, or throws and stores none. */
export async function storeDevices(
  database: Database,
  condominiumId: string,
  devices: readonly SheetDevice[],
): Promise<void> {
  const column = <Field extends keyof SheetDevice>(field: Field) => devices.map((device) => device[field])
  await database.transaction((transaction) =>
    transaction.execute(
      `insert into devices (condominium_id, word_code, name, model, ip, port, active)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::boolean[])`,
      [
        condominiumId,
        column('wordCode'),
        column('name'),
        column('model'),
        column('ip'),
        column('port'),
        column('active'),
      ],
    ),
  )
}
