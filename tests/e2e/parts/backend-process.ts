import { rm } from 'node:fs/promises'
import { endBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'

/** The embedded backend as a process of its own, on data of its own, that can be killed and started again. */
export interface BackendProcess {
  /** The same address over restarts. */
  url: string
  /** Where its database lies; to be read only while it is stopped. */
  dataDir: string
  /** What it has said since its last start. */
  printed(): string
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Ends it: `SIGTERM` as a person does, `SIGKILL` as a power cut does. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Lets it hang: its connections stay, nothing is answered. */
  hang(): void
  /** Ends the hanging. */
  goOn(): void
  /** Ends it and removes its data. */
  dispose(): Promise<void>
}

/** Starts the backend with the built panel. Rejects with what it printed when it does not come up. */
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
