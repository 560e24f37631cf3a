import { randomUUID } from 'node:crypto'
import { storeHandover } from '../../../backend/handovers/handovers.ts'
import type { Backend } from '../../../backend/server.ts'

/** Stores a handover given by the admin. Returns its id. */
export async function plantHandover({ database }: Backend): Promise<string> {
  const at = new Date().toISOString()
  const people = { from: { id: 'user-admin', name: '' }, to: { id: 'user-gone', name: '' } }
  const id = randomUUID()
  await storeHandover(
    database,
    'horizonte',
    {
      ...{ id, ...people, at, since: at, note: '', open: [], over: [], inactive: [], notes: [], taken: [] },
      openings: { confirmed: 0, others: [] },
    },
    { lastNote: 0, lastCommand: 0 },
  )
  return id
}
