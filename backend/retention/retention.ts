import { deleteInBatches } from '../database/batched-delete.ts'
import type { Database } from '../database/database.ts'
import { dropOldChanges } from '../devices/device-timeline.ts'
import { cutOldRecords } from '../evidence/chain-cut.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import type { KeptDays } from './kept-days.ts'

const dayMs = 24 * 60 * 60_000

/** What forgets each kind of data that is older than it is kept (EVI-6), for `startHousekeeping`. */
export function retentionChores(
  { database, signingKey, now }: { database: Database; signingKey: SigningKey; now: () => number },
  days: KeptDays,
): Record<keyof KeptDays, () => Promise<void>> {
  const oldest = (kind: keyof KeptDays) => new Date(now() - days[kind] * dayMs)
  return {
    events: () => deleteInBatches(database, 'events', 'at < $1', [oldest('events')]),
    notifications: () => deleteInBatches(database, 'notifications', 'created_at < $1', [oldest('notifications')]),
    async changes() {
      await dropOldChanges(database, oldest('changes'))
      await deleteInBatches(database, 'handovers', 'at < $1', [oldest('changes')])
      await deleteInBatches(database, 'incidents', "life in ('closed', 'merged') and opened_at < $1", [
        oldest('changes'),
      ])
    },
    async access() {
      await database.execute(
        "update evidence set personal = '[]' where kind like 'session.%' and personal <> '[]' and at < $1",
        [oldest('access')],
      )
    },
    audit: () => cutOldRecords(database, signingKey, oldest('audit'), now()),
  }
}
