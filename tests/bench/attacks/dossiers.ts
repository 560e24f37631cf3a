import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Database } from '../../../backend/database/database.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { startBackend } from '../../../backend/server.ts'
import { startPostgres } from '../../postgres-server.ts'
import { type Metric, printMetrics, quantile } from '../metric.ts'
import { lengthenChain } from './long-chain.ts'

/**
 * Measures a dossier of many records (OPS-4): the growth of the server's memory, its processor time, how long `/livez`
 * waits meanwhile, and whether both verifiers accept the files (not with `unverified`). Run
 * `node tests/bench/attacks/dossiers.ts [RECORDS] [postgres] [unverified]`.
 */
const count = Number(process.argv[2] ?? 499_000)
const directory = await mkdtemp(join(tmpdir(), 'guarita-dossier-'))
const postgres = process.argv.includes('postgres') ? await startPostgres() : undefined
const metrics: Metric[] = []
try {
  const databaseUrl = postgres?.urlOf('postgres')
  await (await startBackend({ port: 0, dataDir: directory, databaseUrl, seed: 'demo' })).close()
  await fill(
    databaseUrl === undefined
      ? await openEmbeddedDatabase(join(directory, 'db'), { isDurable: false })
      : await openPostgresDatabase(databaseUrl),
  )
  await measure(databaseUrl)
  printMetrics(metrics)
} finally {
  await postgres?.stop()
  await rm(directory, { recursive: true, force: true })
}

async function fill(database: Database): Promise<void> {
  await lengthenChain(database, count, Date.now())
  await database.close()
}

async function measure(databaseUrl: string | undefined): Promise<void> {
  // The first server checks and signs the whole chain. A second server starts with a small heap, as after a restart.
  await withServer(databaseUrl, async ({ dossier }) => {
    await buffer(await dossier(new Date().toISOString()))
  })
  await withServer(databaseUrl, async ({ url, pid, report, dossier }) => {
    // A short dossier fills the cache of the database, and `report` collects the garbage of the start. The first
    // measurement loads the idle server with `/livez` only.
    await buffer(await dossier(new Date().toISOString()))
    await report()
    const idle = new AbortController()
    const idleWatched = Promise.all([mostMemory(pid, idle.signal), waits(`${url}/livez`, idle.signal)])
    await setTimeout(5_000)
    idle.abort()
    const [idleMiB, idleWaits] = await idleWatched
    const before = await report()
    const work = new AbortController()
    const watched = Promise.all([mostMemory(pid, work.signal), waits(`${url}/livez`, work.signal)])
    watched.catch(() => {})
    const startedAt = performance.now()
    const answer = await dossier('2020-01-01T00:00:00.000Z')
    if (answer.statusCode !== 200) throw new Error(await text(answer))
    const madeMs = performance.now() - startedAt
    const body = join(directory, 'answer')
    await pipeline(answer, createWriteStream(body))
    const sentMs = performance.now() - startedAt
    work.abort()
    const [mostMiB, workWaits] = await watched
    const after = await report()
    const name = `dossier of ${count.toLocaleString('en')} records, ${databaseUrl === undefined ? 'PGlite' : 'PostgreSQL'}`
    const add = (what: string, measured: number, unit: Metric['unit']) =>
      metrics.push({ what: `${name}: ${what}`, measured, unit })
    add('time until the first byte', madeMs, 'ms')
    add('time until the last byte', sentMs, 'ms')
    add('processor time of the server', after.cpuMs - before.cpuMs, 'ms')
    add('growth of the memory', mostMiB - idleMiB, 'MiB')
    add('wait for `/livez` before, p99', idleWaits.p99Ms, 'ms')
    add('wait for `/livez` before, longest', idleWaits.longestMs, 'ms')
    add('wait for `/livez`, p99', workWaits.p99Ms, 'ms')
    add('wait for `/livez`, longest', workWaits.longestMs, 'ms')
    add('longest turn of the event loop, processor time', after.longestTurnMs, 'ms')
    add('load of the machine (1 min)', loadavg()[0] ?? 0, '×')
    printMetrics(metrics)
    if (process.argv.includes('unverified')) return
    for (const file of await filesIn(body, answer.headers['content-type'] ?? '')) await verify(file)
  })
}

type Server = {
  url: string
  pid: number
  report: () => Promise<{ rssMiB: number; cpuMs: number; longestTurnMs: number }>
  dossier: (from: string) => Promise<IncomingMessage>
}

async function withServer(databaseUrl: string | undefined, work: (server: Server) => Promise<void>): Promise<void> {
  const server = fork(
    join(import.meta.dirname, 'dossier-server.ts'),
    [directory, ...(databaseUrl === undefined ? [] : [databaseUrl])],
    { execArgv: ['--expose-gc'] },
  )
  try {
    const [{ url, token }] = await once(server, 'message')
    await work({
      url,
      pid: server.pid ?? 0,
      async report() {
        const answer = once(server, 'message')
        server.send('report')
        return (await answer)[0]
      },
      // Unlike fetch, `node:http` waits longer than 5 minutes for the first byte.
      dossier: async (from) => {
        const path = `/rest/evidence/dossier?from=${from}&to=2999-01-01T00:00:00.000Z&zone=America/Sao_Paulo`
        const [answer] = await once(get(url + path, { headers: { authorization: `Bearer ${token}` } }), 'response')
        return answer
      },
    })
  } finally {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
}

async function mostMemory(pid: number, signal: AbortSignal): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    most = Math.max(most, Number(kib) / 1024)
    await setTimeout(20)
  }
  return most
}

async function waits(url: string, signal: AbortSignal): Promise<{ p99Ms: number; longestMs: number }> {
  const each: number[] = []
  while (!signal.aborted) {
    const from = performance.now()
    await (await fetch(url)).arrayBuffer()
    each.push(performance.now() - from)
    await setTimeout(10)
  }
  return { p99Ms: quantile(each, 0.99), longestMs: quantile(each, 1) }
}

/** Writes the two files of the form next to the form, without reading a whole file into memory. */
async function filesIn(form: string, mediaType: string): Promise<string[]> {
  const boundary = mediaType.split('boundary=')[1] ?? ''
  const file = await open(form)
  try {
    const { size } = await file.stat()
    const marks: number[] = []
    const step = 2 ** 24
    for (let at = 0; at < size; at += step) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(step + 200), 0, step + 200, at)
      const chunk = buffer.subarray(0, bytesRead)
      for (let found = chunk.indexOf(`--${boundary}`); found >= 0; found = chunk.indexOf(`--${boundary}`, found + 1))
        if (!marks.includes(at + found)) marks.push(at + found)
    }
    return await Promise.all(
      ['page.html', 'data.json'].map(async (name, index) => {
        const head = Buffer.alloc(400)
        await file.read(head, 0, head.length, marks[index] ?? 0)
        const start = (marks[index] ?? 0) + head.indexOf('\r\n\r\n') + 4
        const path = join(directory, name)
        const end = (marks[index + 1] ?? 0) - 3
        await pipeline(file.createReadStream({ start, end, autoClose: false }), createWriteStream(path))
        return path
      }),
    )
  } finally {
    await file.close()
  }
}

async function verify(path: string): Promise<void> {
  for (const [name, program] of [
    ['verify-evidence.js', join(import.meta.dirname, '../../../contract/evidence/verify-evidence.js')],
    ['the independent verifier', join(import.meta.dirname, 'verify-independently.ts')],
  ] as const) {
    const startedAt = performance.now()
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=12000', program, path])
    if (!stdout.startsWith('CONFERE')) throw new Error(`${name}: ${stdout}`)
    metrics.push({
      what: `${name}, ${path.endsWith('html') ? 'page' : 'JSON'}: time`,
      measured: performance.now() - startedAt,
      unit: 'ms',
    })
  }
}
