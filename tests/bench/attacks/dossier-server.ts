import { startBackend } from '../../../backend/server.ts'
import { startSession } from '../../../backend/sessions/sessions.ts'

/**
 * Starts a backend as a separate process with the arguments `DIRECTORY [DATABASE_URL]`. The process sends its address
 * and a token. It answers each message with its memory, its processor time, and the longest processor time for which
 * its event loop was blocked since the last message. The longest time does not depend on other programs of the machine.
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
  // Excludes the garbage collection above from the next measurement.
  used = ownCpuMs()
})
process.send?.({ url: backend.url, token: (await startSession(backend.database, session, Date.now())).token })

/** Returns the processor time of the main thread in milliseconds. */
function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
