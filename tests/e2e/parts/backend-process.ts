import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { preparedDataDir } from '../../prepared-database.ts'

const projectDir = join(import.meta.dirname, '../../..')

/** The embedded backend as a process of its own, on data of its own, that can be killed and started again. */
export interface BackendProcess {
  /** The same address over restarts. */
  url: string
  /** Where its database lies; to be read only while it is stopped. */
  dataDir: string
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
  let running = await launch(0)
  const port = new URL(running.url).port

  async function launch(onPort: number | string): Promise<{ child: ChildProcess; url: string }> {
    // Without the second compiler for WebAssembly: no test lives long enough for what it costs.
    const node = ['--liftoff-only', 'backend/main.ts']
    const child = spawn(process.execPath, [...node, '--port', `${onPort}`, '--data', dataDir, ...args], {
      cwd: projectDir,
      env: { ...process.env, GUARITA_GATE_EVENTS: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk
        const address = /http:\/\/localhost:\d+/.exec(printed)?.[0]
        if (address !== undefined) resolve({ child, url: address })
      }
      child.stdout?.on('data', read)
      child.stderr?.on('data', read)
      child.once('exit', (code) => reject(new Error(`the backend ended with ${code}: ${printed}`)))
    })
  }

  const stop: BackendProcess['stop'] = (signal = 'SIGTERM') =>
    new Promise((resolve) => {
      const { child } = running
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  return {
    url: running.url,
    dataDir,
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
