import * as v from 'valibot'
import type { AlarmShift } from '../../contract/wire/answers/alarm-load.ts'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { shiftStartOf } from '../handovers/shift-start.ts'
import type { Alarm } from './alarm-period.ts'

/** In milliseconds since the epoch; `cuts` are the starts of shifts without a handover, `now` is the time of the request. */
export type AlarmTimes = { from: number; to: number; cuts: readonly number[]; now: number }

/** One shift with its alarms, oldest first. */
export type Shift = Pick<AlarmShift, 'person'> & { from: number; to: number; alarms: readonly Alarm[] }

const handedOver = v.pipe(
  v.object({
    id: v.string(),
    name: v.string(),
    since: v.date(),
    at: v.date(),
    seesAll: v.boolean(),
    condominiumIds: v.array(v.string()),
  }),
  v.transform(({ since, at, ...row }) => ({ ...row, from: since.getTime(), to: at.getTime() })),
)

type HandedOver = v.InferOutput<typeof handedOver>

/**
 * Lists shifts, newest first: handed-over shifts (other people's only with the right `audit:read`), and periods between `cuts` if there was
 * no handover or alarms fell outside of these shifts. The running shift of the caller is a period of its own (STATE-7).
 */
export async function shiftsOf(
  database: Queryable,
  account: Account,
  asked: AlarmTimes,
  alarms: readonly Alarm[],
): Promise<Shift[]> {
  const { customersId, userId, permissions } = account
  const times = { ...asked, cuts: [...asked.cuts, await shiftStartOf(database, account, asked.now)] }
  const given = await database.query(
    `select from_id as id, coalesce(users.name, '') as name, since, at, coalesce(sees_all, true) as "seesAll",
       array(select condominium_id from user_condominiums where user_id = from_id) as "condominiumIds"
     from handovers left join users on users.id = from_id
     where handovers.customers_id = $1 and at > $2 and since < $3`,
    [customersId, new Date(times.from), new Date(times.to)],
    handedOver,
  )
  const isTold = ({ id }: HandedOver) => id === userId || permissions.includes('audit:read')
  const shifts = given.filter(isTold).map((each) => shiftOf(each, times, alarms))
  const called = new Set(shifts.flatMap((shift) => shift.alarms))
  const rest = alarms.filter((alarm) => !called.has(alarm))
  const others = cellsOf(given, times).map((each): Shift => ({ person: null, ...each, alarms: within(rest, each) }))
  return [...shifts, ...others.filter((each) => each.alarms.length > 0 || given.length === 0)].toSorted(
    (left, right) => right.from - left.from,
  )
}

function shiftOf(
  { id, name, seesAll, condominiumIds, ...given }: HandedOver,
  times: AlarmTimes,
  alarms: readonly Alarm[],
) {
  const time = { from: Math.max(given.from, times.from), to: Math.min(given.to, times.to) }
  const sees = new Set(condominiumIds)
  return {
    person: { id, name },
    ...time,
    alarms: within(alarms, time).filter(
      ({ condominiumId }) => seesAll || condominiumId === null || sees.has(condominiumId),
    ),
  }
}

function within(alarms: readonly Alarm[], { from, to }: { from: number; to: number }): readonly Alarm[] {
  return alarms.filter(({ at }) => at >= from && at < to)
}

function cellsOf(
  given: readonly { from: number; to: number }[],
  { from, to, cuts }: AlarmTimes,
): { from: number; to: number }[] {
  const edges = [from, ...cuts, ...given.flatMap((each) => [each.from, each.to])]
  const starts = [...new Set(edges)].filter((edge) => edge >= from && edge < to).toSorted((left, right) => left - right)
  return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }))
}
