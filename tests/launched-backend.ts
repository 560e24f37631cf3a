import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export interface LaunchedBackend {
  child: ChildProcess
  /** With `localhost`. */
  url: string
  /** What it has said so far. */
  printed: () => string
}

/** Starts the backend as a process of its own; resolves once it tells its address, rejects with what it printed when it ends before. */
export function launchBackend(args: readonly string[], env: Record<string, string>): Promise<LaunchedBackend> {
  // Without the second compiler for WebAssembly: no test lives long enough for what it costs.
  const child = spawn(process.execPath, ['--liftoff-only', 'backend/main.ts', ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, GUARITA_GATE_EVENTS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk
      const url = /http:\/\/localhost:\d+/.exec(printed)?.[0]
      if (url !== undefined) resolve({ child, url, printed: () => printed })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the backend ended with ${code}: ${printed}`)))
  })
}

/** Resolves once the process is gone. */
export function endBackend({ child }: LaunchedBackend, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
