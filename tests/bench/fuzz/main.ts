import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Metric, printMetrics } from '../metric.ts'
import { faultOf, fuzzedRequests } from './fuzzed-requests.ts'
import { sendRaw } from './send-raw.ts'

/** Expects no 5xx, no stack trace, no growth of memory (OPS-4): `node tests/bench/fuzz/main.ts [requests] [seed]`. */
const wanted = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? 17)
const parallel = 16
const batch = 1_000
const server = fork(join(import.meta.dirname, '../hardening/small-server.ts'), ['fuzz'], {
  execArgv: ['--expose-gc'],
})
try {
  const [{ url }] = await once(server, 'message')
  let tokens = await stateOf(server)
  const metrics: Metric[] = []
  const statuses = new Map<number, number>()
  const faults = new Map<string, number>()
  let fresh: Promise<void> | undefined
  let sent = 0
  while (sent < wanted) {
    const queue = fc.sample(fuzzedRequests, { numRuns: batch, seed: seed + sent }).values()
    await Promise.all(
      Array.from({ length: parallel }, async () => {
        for (const request of queue) {
          const answer = await sendRaw(url, request, tokens.tokens[request.who])
          // A random sign-out has ended the session.
          if (answer.status === 401 && request.who !== 'nobody' && request.headers.authorization === undefined) {
            fresh ??= stateOf(server).then((state) => {
              tokens = state
              fresh = undefined
            })
            await fresh
          }
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          const fault = faultOf(request, answer)
          if (fault === undefined) continue
          const what = `${fault}: ${request.method} ${request.path.slice(0, 60).replace(/\?.*/, '')}`
          if (!faults.has(what) && faults.size < 30)
            console.log(what, JSON.stringify(request).slice(0, 600), answer.body.slice(0, 300))
          faults.set(what, (faults.get(what) ?? 0) + 1)
        }
      }),
    )
    sent += batch
    tokens = await stateOf(server)
    if (sent % 10_000 === 0 || sent === batch)
      metrics.push(
        { what: `memory after ${sent} requests`, measured: tokens.nowMiB, unit: 'MiB' },
        { what: `heap after ${sent} requests`, measured: tokens.heapMiB, unit: 'MiB' },
        { what: `size of the database after ${sent} requests`, measured: tokens.storedMiB, unit: 'MiB' },
        { what: `handles after ${sent} requests`, measured: tokens.handles, unit: '' },
      )
  }
  printMetrics(metrics)
  console.log(`${sent} requests, seed ${seed}; by status:`, Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
  console.log('faults:', Object.fromEntries(faults))
  process.exitCode = faults.size > 0 ? 1 : 0
} finally {
  server.kill('SIGKILL')
}
process.exit()

async function stateOf(
  child: ReturnType<typeof fork>,
): Promise<{ tokens: Record<string, string>; nowMiB: number; heapMiB: number; storedMiB: number; handles: number }> {
  child.send('state')
  const [state] = await once(child, 'message')
  return state
}
