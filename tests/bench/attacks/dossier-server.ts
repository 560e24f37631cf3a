import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startBackend } from '../../../backend/server.ts'
import { startSession } from '../../../backend/sessions/sessions.ts'

/**
 * A backend on the data of `process.argv`, as a process of its own: `DIRECTORY [DATABASE_URL]`. It sends its address and a token, and
 * answers each message with its memory, its processor time, and the longest pause of its event loop since the last message.
 */
const [dataDir = 'memory', databaseUrl] = process.argv.slice(2)
const backend = await startBackend({ port: 0, dataDir, databaseUrl, seed: 'demo', demoPassword: 'guarita-demo' })
const pauses = monitorEventLoopDelay({ resolution: 5 })
pauses.enable()
const session = { userId: 'user-admin', userAgent: 'bench', remember: false }

process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.send?.({
    rssMiB: rss / 2 ** 20,
    mostMiB: process.resourceUsage().maxRSS / 1024,
    heapMiB: heapUsed / 2 ** 20,
    externalMiB: external / 2 ** 20,
    cpuMs: (user + system) / 1000,
    longestPauseMs: pauses.max / 1e6,
  })
  pauses.reset()
})
process.send?.({ url: backend.url, token: (await startSession(backend.database, session, Date.now())).token })
