import * as v from 'valibot'
import type { SheetDevice } from '../../contract/spreadsheet/device-sheet.ts'
import type { Database } from '../database/database.ts'

/** Those of `wordCodes` that a device has, whoever's it is. */
export async function takenAmong(database: Pick<Database, 'query'>, wordCodes: string[]): Promise<Set<string>> {
  const rows = await database.query(
    'select word_code as "wordCode" from devices where word_code = any($1::text[])',
    [wordCodes],
    v.object({ wordCode: v.string() }),
  )
  return new Set(rows.map(({ wordCode }) => wordCode))
}

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
