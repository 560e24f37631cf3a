/**
 * Peak memory of the processes of an installation with its own database: the first start, a later start, and a backup beside the server.
 * Linux only; needs a build (`npx vite build`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const project = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'guarita-memory-'))
const environment = { ...process.env, NODE_ENV: 'production', GUARITA_DATA: join(folder, 'data') }
const settledMs = 20_000

try {
  for (const name of ['first start', 'later start']) {
    const server = run('backend/main.ts', '--port', '0', '--seed', process.argv[2] ?? 'demo')
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

function run(...command: string[]): ChildProcess {
  return spawn(process.execPath, command, { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
}

function report(name: string, { pid, exitCode }: ChildProcess): void {
  if (exitCode !== null) return
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  console.log(`${name}: ${mebibytes('VmRSS')} MB, peak ${mebibytes('VmHWM')} MB`)
}
