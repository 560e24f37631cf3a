import { spawn } from 'node:child_process'
import { codeOfSignal, projectRoot, stopRequest } from './command.js'

const gracefulMs = 8_000
const forcedMs = 12_000

// A shell reports the CPU time of its children on every Unix. The empty trap lets the shell outlive a signal and wait
// for its child.
const reportingCpu = `trap : INT TERM HUP
"$@" 3>&-
code=$?
times >&3
exit $code`

/**
 * Runs a command in the project's folder, in a process group of its own: when the command has ended, or was stopped
 * with this process, no process of the group is left. Never rejects: a command that cannot be started ends with code
 * 127, a stopped one with 128 + the signal's number.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isShown?: boolean, isPatient?: boolean }} [options] shown immediately, or
 * collected; patient: lowest CPU priority
 * @returns {Promise<{ code: number, output: string, cpuMs: number | undefined }>} CPU time of the command and its
 * children; undefined if unknown
 */
export function runStepProcess(command, args, { env = process.env, isShown = false, isPatient = false } = {}) {
  if (stopRequest.aborted)
    return Promise.resolve({ code: codeOfSignal(stopRequest.reason), output: '', cpuMs: undefined })
  return new Promise((resolve) => {
    const stream = isShown ? 'inherit' : 'pipe'
    const asked = [...(isPatient ? ['nice', '-n', '19'] : []), command, ...args]
    const child = spawn('/bin/sh', ['-c', reportingCpu, 'step', ...asked], {
      cwd: projectRoot,
      env,
      detached: true,
      stdio: ['ignore', stream, stream, 'pipe'],
    })
    const group = child.pid
    if (group === undefined) {
      child.on('error', (error) => resolve({ code: 127, output: error.message, cpuMs: undefined }))
      return
    }
    let output = ''
    let times = ''
    /** @type {NodeJS.Timeout[]} */
    const timers = []

    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
      times += chunk
    })

    // Playwright stops its browsers and servers only on SIGINT.
    const stop = () => {
      signalGroup(group, 'SIGINT')
      timers.push(setTimeout(() => signalGroup(group, 'SIGTERM'), gracefulMs))
      timers.push(setTimeout(() => signalGroup(group, 'SIGKILL'), forcedMs))
    }
    stopRequest.addEventListener('abort', stop)

    child.on('exit', () => signalGroup(group, 'SIGKILL'))
    child.on('close', (code, signalName) => {
      timers.forEach(clearTimeout)
      stopRequest.removeEventListener('abort', stop)
      resolve({ code: code ?? codeOfSignal(signalName), output, cpuMs: childrenCpuMs(times) })
    })
  })
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signalName
 */
function signalGroup(group, signalName) {
  try {
    process.kill(-group, signalName)
  } catch {
    // The group has no process left.
  }
}

/**
 * Parses the second line of `times`: user and system time of the children, as `1m2.5s 0m0.3s`.
 * @param {string} times
 */
function childrenCpuMs(times) {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m(\d+)[.,](\d+)s/g)]
  if (parts.length !== 2) return undefined
  return parts.reduce(
    (sum, [, minutes, seconds, part]) => sum + (Number(minutes) * 60 + Number(`${seconds}.${part}`)) * 1_000,
    0,
  )
}
