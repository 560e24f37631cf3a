/**
 * Peak memory of the processes of an installation with its own database: the first start, a later start, and a backup beside the server.
 * Arguments: seed (`demo`), and how many events to add before the later start (0). Linux only; needs a build (`npx vite build`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'

const project = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'guarita-memory-'))
const environment = { ...process.env, NODE_ENV: 'production', GUARITA_DATA: join(folder, 'data') }
const settledMs = 20_000
const [seed = 'demo', events = '0'] = process.argv.slice(2)

try {
  for (const name of ['first start', 'later start']) {
    if (name === 'later start') await addEvents(Number(events))
    const server = run('backend/main.ts', '--port', '0', '--seed', seed)
    for await (const chunk of server.stdout ?? []) if (String(chunk).includes('Guarita no ar')) break
    await sleep(settledMs)
    report(name, server)
    if (name === 'later start') {
      const backup = run('backend/commands/backup.ts', join(folder, 'backup'))
      const sampling = setInterval(() => report('backup', backup), 500)
      await once(backup, 'close')
      clearInterval(sampling)
      report('server beside the backup', server)
    }
    server.kill('SIGTERM')
    await once(server, 'close')
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function addEvents(count: number): Promise<void> {
  if (count === 0) return
  const database = await openEmbeddedDatabase(join(environment.GUARITA_DATA, 'db'), { isDurable: false })
  await database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select condominium_id, word_code, '10.0.0.1', 'access-granted', 'Entrada pelo portão, cartão ' || number, now()
     from generate_series(1, $1) as number, lateral (select * from devices limit 1) as device`,
    [count],
  )
  await database.close()
}

function run(...command: string[]): ChildProcess {
  return spawn(process.execPath, command, { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
}

function report(name: string, { pid, exitCode }: ChildProcess): void {
  if (exitCode !== null) return
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  console.log(`${name}: ${mebibytes('VmRSS')} MB, peak ${mebibytes('VmHWM')} MB`)
}
