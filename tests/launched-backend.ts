import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export interface LaunchedBackend {
  child: ChildProcess
  /** Address with `localhost`. */
  url: string
  /** Everything that the process has printed so far. */
  printed: () => string
}

/**
 * Starts the backend as a process. Resolves once it prints its address, or rejects with its output if it ends before.
 */
export function launchBackend(args: readonly string[], env: Record<string, string>): Promise<LaunchedBackend> {
  // Without the optimizing WebAssembly compiler, whose cost is too high for short tests.
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

/** Resolves once the process has ended. */
export function endBackend({ child }: LaunchedBackend, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
