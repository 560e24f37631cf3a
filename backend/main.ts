import { join } from 'node:path'
import { commandHelp } from './command-help.ts'
import { OperatorError } from './database/operator-error.ts'
import { logConsole } from './logging/server-log.ts'
import { versionOfBuild } from './program-version.ts'
import type { Backend } from './server.ts'

/** 10 s for running calls, and 10 s to close. */
const slowestCloseMs = 20_000
const lostEndsMs = 1_000

// Files of this process are readable only by their owner (OPS-4).
process.umask(0o077)

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(commandHelp)
  process.exit()
}
if (args.includes('--version')) {
  console.log((await versionOfBuild(join(import.meta.dirname, '../dist'))).version)
  process.exit()
}

// The help and the version load no server code.
const { readCommand } = await import('./command-line.ts')
const { logOf, startCommand, tell } = await import('./start-command.ts')
const { refusedFile } = await import('./database/refused-path.ts')

try {
  const command = readCommand(args, process.env)
  const backend = await startCommand(command, endWithoutDatabase)
  closeOnSignals(backend)
  // Until here, output was for the person who started the server.
  if (logOf(command).format === 'json') logConsole(logOf(command))
  await tell(backend, command)
} catch (error) {
  const shown = refusedFile(error) ?? error
  if (shown instanceof OperatorError) console.error(shown.message)
  else if (isPortTaken(error))
    console.error(`A porta de rede foi ocupada por outro programa. Tente de novo. (${error.message})`)
  else console.error(error)
  process.exit(1)
}

function endWithoutDatabase(): void {
  console.error(
    'O banco de dados parou (disco cheio ou com defeito, por exemplo), e o Guarita não continua sem ele. O que foi confirmado está gravado. Verifique o disco e inicie de novo.',
  )
  setTimeout(() => process.exit(1), lostEndsMs)
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function closeOnSignals(backend: Backend): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, async () => {
      setTimeout(() => process.exit(1), slowestCloseMs).unref()
      await backend.close()
      process.exit(0)
    })
}
