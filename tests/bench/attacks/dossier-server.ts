import { startBackend } from '../../../backend/server.ts'
import { startSession } from '../../../backend/sessions/sessions.ts'

/**
 * A backend on the data of `process.argv`, as a process of its own: `DIRECTORY [DATABASE_URL]`. It sends its address and a token, and
 * answers each message with its memory, its processor time, and the longest processor time without a turn of its event loop since the
 * last message, which does not depend on other programs of the machine.
 */
const [dataDir = 'memory', databaseUrl] = process.argv.slice(2)
const backend = await startBackend({ port: 0, dataDir, databaseUrl, seed: 'demo', demoPassword: 'guarita-demo' })
let longestTurnMs = 0
let used = ownCpuMs()
setInterval(() => {
  const now = ownCpuMs()
  longestTurnMs = Math.max(longestTurnMs, now - used)
  used = now
}, 1).unref()
const session = { userId: 'user-admin', userAgent: 'bench', remember: false }

process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
    cpuMs: (user + system) / 1000,
    longestTurnMs,
  })
  longestTurnMs = 0
  // Without the collection of garbage above.
  used = ownCpuMs()
})
process.send?.({ url: backend.url, token: (await startSession(backend.database, session, Date.now())).token })

/** Processor time of the main thread. */
function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
