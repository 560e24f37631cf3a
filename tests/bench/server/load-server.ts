import * as v from 'valibot'
import { startBackend } from '../../../backend/server.ts'
import { signIn } from '../browser/demo-sign-in.ts'

/**
 * The backend as a process of its own, for `server-load.ts`, with the large seed in memory or on a PostgreSQL (argument
 * 3).
 * Argument 1: interval of the device checks in ms; argument 2: every nth device hangs.
 */
const [monitorEveryMs = '0', hangingEvery = '0', databaseUrl = ''] = process.argv.slice(2)
const startedAt = new Date()
const backend = await startBackend({
  port: 0,
  dataDir: 'memory',
  ...(databaseUrl && { databaseUrl }),
  seed: 'large',
  pastEvents: 1,
  demoPassword: 'guarita-demo',
  monitorEveryMs: Number(monitorEveryMs),
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
if (Number(hangingEvery) > 0) await letHang(Number(hangingEvery))
await backend.database.execute("update device_checks set checked_at = 'epoch'")
process.send?.({ url: backend.url })

async function letHang(every: number): Promise<void> {
  const { token } = await signIn(backend.url)
  const rows = await backend.database.query(
    'select word_code as "wordCode" from devices where active order by word_code',
    [],
    v.object({ wordCode: v.string() }),
  )
  const wordCodes = rows.map(({ wordCode }) => wordCode).filter((_, index) => index % every === 0)
  for (let from = 0; from < wordCodes.length; from += 500) {
    const answer = await fetch(`${backend.url}/rest/simulator/devices`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ wordCodes: wordCodes.slice(from, from + 500), fault: 'hang' }),
    })
    if (!answer.ok) throw new Error(`devices could not be made to hang: ${answer.status}`)
  }
}
