import * as v from 'valibot'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import type { Purpose } from '../network/allowed-address.ts'
import { connectTo, ForbiddenAddress } from '../network/outgoing-calls.ts'
import { type DeviceOp, deviceAnswer, mostLineLength } from './device-protocol.ts'

/** `active`: whether the device is switched on, if the device says so (operation `status`). */
export type DeviceReply = { latencyMs: number; active: boolean | undefined }

export type DeviceAddress = { wordCode: string; ip: string; port: number }

export class DeviceFailure extends Error {
  readonly kind: DeviceFailureCause

  constructor(kind: DeviceFailureCause) {
    super(`device call failed: ${kind}`)
    this.name = 'DeviceFailure'
    this.kind = kind
  }
}

/** This process did not contact the device, or was too busy to receive the answer. No information about the device (SCA-4). */
export class DeviceNotAsked extends Error {
  /** The request was sent: the device may have executed the command. */
  readonly wasSent: boolean

  constructor(wasSent: boolean) {
    super(wasSent ? 'no answer could be received from the device' : 'the device was not called')
    this.name = 'DeviceNotAsked'
    this.wasSent = wasSent
  }
}

/** Longest extension of the timeout for a busy process; then the result is "not received". A panel waits 90 s. */
const mostGraceMs = 20_000
/** A remaining timeout below this counts as zero. */
const shortestMs = 5

/**
 * Opens one connection, sends one line, reads one line. Resolves to the answer and the milliseconds from connecting to it. Rejects with a
 * `DeviceFailure`, with `DeviceNotAsked` if this process was too busy, or with the reason of an aborted signal. Time during which this
 * process was too busy to notice an answer is added to the timeout. Rejects with `ForbiddenAddress` before it connects to a forbidden address.
 */
export function askDevice(
  { wordCode, ip, port }: DeviceAddress,
  request: { op: DeviceOp; key?: string | undefined },
  {
    timeoutMs,
    signal,
    busyTime,
    purpose,
    graceMs = mostGraceMs,
  }: { timeoutMs: number; signal: AbortSignal; busyTime: BusyTime; purpose: Purpose; graceMs?: number },
): Promise<DeviceReply> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const busyBefore = busyTime.total()
    const socket = connectTo({ ip, port }, purpose)
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
      if (leftMs < shortestMs) fail(new DeviceFailure(wasSent ? 'hung' : 'silent'))
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
      const answer = answerIn(received.slice(0, lineEnd < 0 ? undefined : lineEnd), { op: request.op, wordCode })
      if (answer instanceof DeviceFailure) return fail(answer)
      end()
      resolve({ latencyMs: Math.round(performance.now() - startedAt), ...answer })
    })
    socket.on('error', (error) => fail(errorOf(error)))
    socket.once('close', () => fail(new DeviceFailure('dropped')))
  })
}

function answerIn(
  line: string,
  asked: { op: DeviceOp; wordCode: string },
): Pick<DeviceReply, 'active'> | DeviceFailure {
  const answer = v.safeParse(deviceAnswer, line)
  if (!answer.success) return new DeviceFailure('garbage')
  if (!answer.output.ok) return new DeviceFailure('declined')
  const { op, wordCode, active } = answer.output
  return op === asked.op && wordCode === asked.wordCode ? { active } : new DeviceFailure('garbage')
}

/** This machine has no sockets, ports or memory left: no connection was started. */
const ownCodes = ['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']

function errorOf(error: Error): Error {
  if (error instanceof ForbiddenAddress) return error
  const code = 'code' in error ? error.code : undefined
  if (ownCodes.some((own) => own === code)) return new DeviceNotAsked(false)
  if (code === 'ECONNREFUSED') return new DeviceFailure('refused')
  if (code === 'ECONNRESET' || code === 'EPIPE') return new DeviceFailure('dropped')
  return new DeviceFailure(code === 'ETIMEDOUT' ? 'silent' : 'unreachable')
}

const tickMs = 20
/** Normal lateness of a timer, not a sign of a busy process. */
const slackMs = 10

export type BusyTime = {
  /** Returns the milliseconds since the start during which this process was too busy to notice an answer, including the current delay. */
  total(): number
  stop(): void
}

/** Measures the lag of the event loop: the sum of the delays of a 20 ms timer (SCA-4). */
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
