import { connect } from 'node:net'
import * as v from 'valibot'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import { type DeviceOp, deviceAnswer, mostLineLength } from './device-protocol.ts'

export type DeviceAddress = { wordCode: string; ip: string; port: number }

export class DeviceFailure extends Error {
  readonly kind: DeviceFailureCause
  /** It took the connection. */
  readonly wasReached: boolean

  constructor(kind: DeviceFailureCause, wasReached = false) {
    super(`device call failed: ${kind}`)
    this.name = 'DeviceFailure'
    this.kind = kind
    this.wasReached = wasReached
  }
}

/** This side did not ask the device, or could not hear it. Says nothing about the device (SCA-4). */
export class DeviceNotAsked extends Error {
  /** The request went out: the device may have done what it was told. */
  readonly wasSent: boolean

  constructor(wasSent: boolean) {
    super(wasSent ? 'the device could not be heard' : 'the device was not asked')
    this.name = 'DeviceNotAsked'
    this.wasSent = wasSent
  }
}

/** So much longer a busy process waits for a device; then it says that it could not hear it. A panel waits 90 s. */
const mostGraceMs = 20_000
/** What is left of a time-out after less than this is nothing. */
const shortestMs = 5

/**
 * One connection, one line out, one line in. Resolves to the milliseconds from connecting to the answer; rejects with a
 * `DeviceFailure`, with `DeviceNotAsked` when this process was too busy, or with the signal's reason when it aborts. Time in which
 * this process was too busy to notice an answer is not the device's: it is added to the time-out.
 */
export function askDevice(
  { wordCode, ip, port }: DeviceAddress,
  request: { op: DeviceOp; key?: string | undefined },
  {
    timeoutMs,
    signal,
    busyTime,
    graceMs = mostGraceMs,
  }: { timeoutMs: number; signal: AbortSignal; busyTime: BusyTime; graceMs?: number },
): Promise<{ latencyMs: number }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const busyBefore = busyTime.total()
    const socket = connect({ host: ip, port })
    let timer = setTimeout(timeIsUp, timeoutMs)
    let wasSent = false
    let received = ''

    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', cut)
      socket.destroy()
    }
    function fail(error: unknown): void {
      end()
      reject(error)
    }
    function cut(): void {
      fail(signal.reason)
    }
    function timeIsUp(): void {
      const waitedMs = performance.now() - startedAt
      const leftMs = timeoutMs - (waitedMs - (busyTime.total() - busyBefore))
      if (leftMs < shortestMs) fail(new DeviceFailure('silent', wasSent))
      else if (waitedMs >= timeoutMs + graceMs) fail(new DeviceNotAsked(wasSent))
      else timer = setTimeout(timeIsUp, leftMs)
    }

    signal.addEventListener('abort', cut)
    socket.setEncoding('utf8')
    socket.once('connect', () => {
      wasSent = true
      socket.write(`${JSON.stringify({ ...request, wordCode })}\n`)
    })
    socket.on('data', (chunk) => {
      received += chunk
      const lineEnd = received.indexOf('\n')
      if (lineEnd < 0 && received.length <= mostLineLength) return
      const failure = failureIn(received.slice(0, lineEnd < 0 ? undefined : lineEnd), { op: request.op, wordCode })
      if (failure) return fail(failure)
      end()
      resolve({ latencyMs: Math.round(performance.now() - startedAt) })
    })
    socket.on('error', (error) => fail(errorOf(error)))
    socket.once('close', () => fail(new DeviceFailure('dropped')))
  })
}

function failureIn(line: string, asked: { op: DeviceOp; wordCode: string }): DeviceFailure | undefined {
  const answer = v.safeParse(deviceAnswer, line)
  if (!answer.success) return new DeviceFailure('garbage')
  if (!answer.output.ok) return new DeviceFailure('declined')
  const { op, wordCode } = answer.output
  return op === asked.op && wordCode === asked.wordCode ? undefined : new DeviceFailure('garbage')
}

/** This machine has no socket, port or memory left: no connection was begun. */
const ownCodes = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']

function errorOf(error: Error): Error {
  const code = 'code' in error ? error.code : undefined
  if (ownCodes.some((own) => own === code)) return new DeviceNotAsked(false)
  if (code === 'ECONNREFUSED') return new DeviceFailure('refused')
  if (code === 'ECONNRESET' || code === 'EPIPE') return new DeviceFailure('dropped')
  return new DeviceFailure(code === 'ETIMEDOUT' ? 'silent' : 'unreachable')
}

const tickMs = 20
/** A timer is never quite on time; this much of it is no sign of a busy process. */
const slackMs = 10

export type BusyTime = {
  /** Milliseconds since the start that this process was too busy to notice anything in; those that pass right now included. */
  total(): number
  stop(): void
}

/** Measures how late the event loop is: what a timer of 20 ms is late by, added up (SCA-4). */
export function measureBusyTime(): BusyTime {
  let total = 0
  let lastTickAt = performance.now()
  const late = () => Math.max(performance.now() - lastTickAt - tickMs - slackMs, 0)
  const timer = setInterval(() => {
    total += late()
    lastTickAt = performance.now()
  }, tickMs).unref()
  return { total: () => total + late(), stop: () => clearInterval(timer) }
}
