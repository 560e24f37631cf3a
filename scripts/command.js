import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

const hasTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
const stopController = new AbortController()
/** The server ends within 20 s: it lets running calls finish. */
const slowestEndMs = 25_000

/** Aborted when this process is asked to end; the reason is the signal's name. */
export const stopRequest = stopController.signal

/**
 * Ends every running command, as a signal to this process does.
 * @param {NodeJS.Signals} signalName
 */
export function requestStop(signalName = 'SIGTERM') {
  stopController.abort(signalName)
}

for (const signalName of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signalName, () => requestStop(signalName))

// npm can be killed without a signal to its script.
if (process.env.npm_lifecycle_event !== undefined) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && requestStop(), 500).unref()
}

/**
 * Runs a command until it ends, in the project's folder by default, or with `cwd: null` in the folder of this process. The command shares this process's streams; if
 * quiet, it has no input and its output is collected. Never rejects: a command that cannot be started ends with code
 * 127, a killed one with 128 + the signal's number; after a stop request no command is started.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string | null, quiet?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, args, options = {}) {
  const { env = process.env, cwd = projectRoot, quiet = false, timeoutMs } = options
  if (stopRequest.aborted) return Promise.resolve({ code: codeOfSignal(stopRequest.reason), output: '' })
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const child = spawn(command, args, { cwd: cwd ?? undefined, env, stdio })
    /** @type {NodeJS.Timeout[]} */
    const timers = []
    let output = ''

    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)

    const stop = () => timers.push(...stopChild(child))
    stopRequest.addEventListener('abort', stop)
    if (timeoutMs !== undefined) timers.push(setTimeout(() => abandon(child), timeoutMs))

    const end = (/** @type {number} */ code) => {
      timers.forEach(clearTimeout)
      stopRequest.removeEventListener('abort', stop)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      if (child.pid !== undefined) return
      output += error.message
      end(127)
    })
    child.on('close', (code, signalName) => end(code ?? codeOfSignal(signalName)))
  })
}

/**
 * A terminal sends Ctrl+C and its own end to the child too; a forwarded signal would arrive twice.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopChild(child) {
  const sentByTerminal = hasTerminal && stopRequest.reason !== 'SIGTERM'
  if (!sentByTerminal) child.kill(stopRequest.reason)
  return [setTimeout(() => child.kill('SIGTERM'), 3_000), setTimeout(() => abandon(child), slowestEndMs)]
}

/**
 * Kills a child and releases its streams, which a grandchild may keep open.
 * @param {import('node:child_process').ChildProcess} child
 */
function abandon(child) {
  child.kill('SIGKILL')
  child.stdout?.destroy()
  child.stderr?.destroy()
}

/**
 * Returns a shell's exit code for a command that a signal ended.
 * @param {NodeJS.Signals | null} signalName
 */
export function codeOfSignal(signalName) {
  return 128 + (signalName === null ? 0 : constants.signals[signalName])
}

/**
 * Returns whether a system error has this code, such as `ENOENT`.
 * @param {unknown} error
 * @param {string} code
 */
export function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code
}
