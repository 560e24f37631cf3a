import { rm } from 'node:fs/promises'
import { endBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'

/** Embedded backend in its own process with its own data, which a test can kill and restart. */
export interface BackendProcess {
  /** Stays the same over restarts. */
  url: string
  /** Folder of the database; read it only while the process is stopped. */
  dataDir: string
  /** Output since the last start. */
  printed(): string
  /** Restarts on the same port and data. */
  start(): Promise<void>
  /** `SIGTERM` as from a person, `SIGKILL` as in a power cut. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Freezes the process: its connections stay open without an answer. */
  hang(): void
  /** Ends the freeze. */
  goOn(): void
  /** Stops the process and removes its data. */
  dispose(): Promise<void>
}

/** Starts the backend with the built panel. Rejects with its output if it does not start. */
export async function startBackendProcess(
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<BackendProcess> {
  const dataDir = await preparedDataDir(args.includes('--seed') ? 'nothing' : 'demo')
  const launch = (port: string) => launchBackend(['--port', port, '--data', dataDir, ...args], env)
  let running = await launch('0')
  const { port } = new URL(running.url)
  const stop: BackendProcess['stop'] = (signal = 'SIGTERM') => endBackend(running, signal)

  return {
    url: running.url,
    dataDir,
    printed: () => running.printed(),
    async start() {
      running = await launch(port)
    },
    stop,
    hang() {
      running.child.kill('SIGSTOP')
    },
    goOn() {
      running.child.kill('SIGCONT')
    },
    async dispose() {
      await stop('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
