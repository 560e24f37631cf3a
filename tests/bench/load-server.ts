import * as v from 'valibot'
import { startBackend } from '../../backend/server.ts'

/** The backend in a process of its own, for `server-load.ts`: large data in memory; argument 1: check devices every so many ms. */
const startedAt = new Date()
const backend = await startBackend({
  port: 0,
  dataDir: 'memory',
  seed: 'large',
  pastEvents: 1,
  demoPassword: 'guarita-demo',
  monitorEveryMs: Number(process.argv[2] ?? 0),
})
const count = v.object({ count: v.number() })

process.on('message', async (message) => {
  if (message === 'touch') await backend.database.execute('update customers set revision = revision + 1')
  const [checked] = await backend.database.query(
    'select count(*)::int as count from device_checks where checked_at > $1',
    [startedAt],
    count,
  )
  const [online] = await backend.database.query(
    "select count(*)::int as count from devices where status = 'online'",
    [],
    count,
  )
  process.send?.({ checked: checked?.count, online: online?.count })
})
await backend.database.execute("update device_checks set checked_at = 'epoch'")
process.send?.({ url: backend.url })
