import * as v from 'valibot'
import { worstFirst } from '../../contract/incidents/incident-order.ts'
import type { WallView } from '../../contract/wire/answers/wall.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { deviceCounts } from '../devices/devices.ts'
import { searchEvents } from '../events/event-search.ts'
import { peopleOnDuty } from '../handovers/on-duty.ts'
import { openIncidentRanks, seenIncidents } from '../incidents/incident-views.ts'

const mostIncidents = 50
const mostEvents = 10

/** Returns the state of the condominiums that `account` may see (INC-8); `now` in milliseconds since the epoch. */
export async function wallViewOf(
  database: Queryable,
  { account, name }: { account: Account; name: string },
  now: number,
): Promise<WallView> {
  const [condominiums, { devices, oldestCheckAt }, open, { result: events }, onDuty] = await Promise.all([
    firstValue(
      database,
      `select count(*)::int from condominiums where ${visibleCondominiums(1)}`,
      visibilityOf(account),
      v.number(),
    ),
    deviceCounts(database, account),
    openIncidentRanks(database, account),
    searchEvents(database, account, { limit: mostEvents }),
    peopleOnDuty(database, account, now),
  ])
  const worst = worstFirst(open).slice(0, mostIncidents)
  const incidents = await seenIncidents(database, account, 'incidents.id = any($4)', [worst.map(({ id }) => id)], now)
  return {
    name,
    condominiums: condominiums ?? 0,
    devices,
    oldestCheckAt,
    incidents: [...worstFirst(incidents)],
    openIncidents: open.length,
    events,
    onDuty,
  }
}
