import * as v from 'valibot'
import { type OnDuty, onDutySchema } from '../../contract/wire/answers/on-duty.ts'
import { type Account, isActive } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { isPresent } from '../sessions/presence.ts'
import { isSignIn, longestShiftMs, shiftStart } from './shift-start.ts'

const mostPeople = 100

const dutyRow = v.object({ ...onDutySchema.item.entries, since: v.nullable(timeColumn) })

/**
 * Lists the people on duty at `now`, in milliseconds since the epoch. A person is on duty if they are present, see a
 * condominium that `account` sees, and have not handed over their shift since their last sign-in (CALL-2).
 */
export function peopleOnDuty(database: Queryable, account: Account, now: number): Promise<OnDuty> {
  const parts = {
    userId: 'users.id',
    customersId: '$1',
    earliest: '$4::timestamptz',
    now: '$5::timestamptz',
  }
  return database.query(
    `select users.id, users.name, ${shiftStart(parts)} as since from users
     where users.customers_id = $1 and ${isActive} and ${isPresent('users.id', '$5')}
       and exists (select from condominiums where ${visibleCondominiums(1)} and (users.sees_all or exists (
         select from user_condominiums as own where own.condominium_id = condominiums.id and own.user_id = users.id)))
       and (select given.from_id = users.id and given.at >= ${parts.earliest} and not exists (
           select from evidence where ${isSignIn(parts)} and evidence.at > given.at)
         from handovers as given where given.from_id = users.id or given.to_id = users.id order by given.seq desc limit 1) is not true
     order by users.name, users.id limit ${mostPeople}`,
    [...visibilityOf(account), new Date(now - longestShiftMs), new Date(now)],
    dutyRow,
  )
}
