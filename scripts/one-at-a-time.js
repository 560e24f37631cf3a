import { readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isCode, stopRequest } from './command.js'

/**
 * Runs a task while no other process of this user runs one of the same name. A process that died during its task does
 * not block others.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function oneAtATime(name, task) {
  const lock = join(tmpdir(), `guarita-${userInfo().uid}-${name}.lock`)
  for (let waited = false; !take(lock); waited = true) {
    if (!waited) console.log(`Waiting for another process with the same task (${lock})…`)
    await sleep(300)
    if (stopRequest.aborted) throw new Error('Stopped while waiting.')
  }
  try {
    return await task()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * Creates the lock: a link to its owner's process id, created and labelled in one step.
 * @param {string} lock
 */
function take(lock) {
  try {
    symlinkSync(String(process.pid), lock)
    return true
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    if (!ownerIsAlive(lock)) rmSync(lock, { force: true })
    return false
  }
}

/** @param {string} lock */
function ownerIsAlive(lock) {
  try {
    process.kill(Number(readlinkSync(lock)), 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
