import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import * as v from 'valibot'
import { startBackend } from '../../../backend/server.ts'
import { startSession } from '../../../backend/sessions/sessions.ts'

/**
 * A backend with demo data as a process of its own, as a target for attacks. It sends its address, and answers each
 * message with its memory and the longest pause of its event loop since the last message.
 */
const panelDir = mkdtempSync(join(tmpdir(), 'guarita-page-'))
writeFileSync(join(panelDir, 'index.html'), `<!doctype html><p nonce="__CSP_NONCE__">${'Guarita '.repeat(300)}</p>`)
const backend = await startBackend({
  port: 0,
  dataDir: 'memory',
  seed: 'demo',
  panelDir,
  demoPassword: 'guarita-demo',
  trustedProxies: ['loopback'],
  deviceTimeoutMs: 200,
})
const pauses = monitorEventLoopDelay({ resolution: 5 })
pauses.enable()
const people = { admin: 'user-admin', operator: 'user-operador', auditor: 'user-auditor', outsider: 'user-litoral' }

/** New tokens each time, because an attack may have ended the old ones. */
async function tokensOf(): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {}
  for (const [who, userId] of Object.entries(people)) {
    const session = { userId, userAgent: 'attack', remember: false }
    tokens[who] = (await startSession(backend.database, session, Date.now())).token
  }
  return tokens
}

process.on('message', async () => {
  // With `--expose-gc`, the remaining memory is really in use.
  globalThis.gc?.()
  const [stored] = await backend.database.query(
    'select pg_database_size(current_database())::float8 as bytes',
    [],
    v.object({ bytes: v.number() }),
  )
  process.send?.({
    tokens: await tokensOf(),
    longestPauseMs: pauses.max / 1e6,
    mostMiB: process.resourceUsage().maxRSS / 1024,
    nowMiB: process.memoryUsage().rss / 2 ** 20,
    heapMiB: process.memoryUsage().heapUsed / 2 ** 20,
    storedMiB: (stored?.bytes ?? 0) / 2 ** 20,
    handles: process.getActiveResourcesInfo().length,
  })
  pauses.reset()
})
process.send?.({ url: backend.url })
