import * as v from 'valibot'
import {
  type DeactivatedDevice,
  type Deactivation,
  deactivatedDevice,
} from '../../contract/wire/answers/devices/deactivation.ts'
import { type Account, personIn } from '../access/users.ts'
import { visibilityOf } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { visibleDevices } from './devices.ts'

const mostDevices = 200

const deactivatedRow = v.object({ ...deactivatedDevice.entries, at: v.nullable(timeColumn) })

/**
 * Lists the deactivated devices that the account may see, at most 200, or the one with the `wordCode`. The reason is in
 * the panel's record of the same call, which arrives later (STATE-3).
 */
export function deactivatedDevices(
  database: Queryable,
  account: Account,
  wordCode: string | null = null,
): Promise<DeactivatedDevice[]> {
  return database.query(
    `select shown.*, at, ${personIn('by_id')} as by, coalesce((
         select reason from device_audit
         where device_audit.customers_id = shown."customersId" and device_audit.word_code = shown."wordCode"
           and device_audit.call_key = change.call_key and (by_id is null or device_audit.user_id = by_id)
           and reason is not null
         order by row_number limit 1), '') as reason
     from (
       select devices.word_code as "wordCode", devices.name, condominiums.id as "condominiumId",
         condominiums.name as "condominiumName", condominiums.customers_id as "customersId"
       ${visibleDevices} and not active and ($4::text is null or devices.word_code = $4)
       order by condominiums.name, devices.name, devices.word_code limit ${mostDevices}) as shown
       left join lateral (
         select at, by_id, call_key from device_changes where word_code = shown."wordCode" and kind = 'inactive'
         order by id desc limit 1) as change on true
     order by shown."condominiumName", shown.name, shown."wordCode"`,
    [...visibilityOf(account), wordCode],
    deactivatedRow,
  )
}

/** Returns the last deactivation of a device. */
export async function deactivationOf(database: Queryable, account: Account, wordCode: string): Promise<Deactivation> {
  const [found] = await deactivatedDevices(database, account, wordCode)
  const { at = null, by = null, reason = '' } = found ?? {}
  return { at, by, reason }
}
