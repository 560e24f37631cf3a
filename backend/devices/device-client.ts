import type { Purpose } from '../network/allowed-address.ts'
import { connectTo, ForbiddenAddress } from '../network/outgoing-calls.ts'
import { DeviceFailure } from './device-failure.ts'
import { type DeviceRequest, mostLineLength } from './device-protocol.ts'
import { type DeviceAsk, deviceTalk, type Heard } from './device-talk.ts'

/** Answer of a device, with the milliseconds from connecting to it. */
export type DeviceReply = Heard & { latencyMs: number }

export type DeviceAddress = { wordCode: string; ip: string; port: number }

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
/** Extra time that the client waits for the answer to an opening after the deadline. */
const answerGraceMs = 2_000
/** A remaining timeout below this counts as zero. */
const shortestMs = 5

/**
 * Opens one connection, sends one line, reads one line (for an opening: two of each). Resolves to the answer and the milliseconds from connecting to it. Rejects with a
 * `DeviceFailure`, with `DeviceNotAsked` if this process was too busy, or with the reason of an aborted signal. Time during which this
 * process was too busy to notice an answer is added to the timeout. Rejects with `ForbiddenAddress` before it connects to a forbidden address.
 */
export function askDevice(
  { wordCode, ip, port }: DeviceAddress,
  ask: DeviceAsk,
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
    const talk = deviceTalk(ask, wordCode, () => performance.now())
    const busyBefore = busyTime.total()
    const socket = connectTo({ ip, port }, purpose)
    let timer = setTimeout(timeIsUp, timeoutMs)
    let wasSent = false
    let isCommandSent = false
    let received = ''

    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', cut)
      socket.destroy()
    }
    function fail(error: unknown): void {
      end()
      const isUnsent = ask.op === 'open' && !isCommandSent
      reject(isUnsent && error instanceof DeviceFailure ? new DeviceFailure(error.kind, { isUnsent }) : error)
    }
    function send(request: DeviceRequest): void {
      wasSent = true
      isCommandSent = request.op === ask.op
      socket.write(`${JSON.stringify(request)}\n`)
    }
    function cut(): void {
      fail(signal.reason)
    }
    function timeIsUp(): void {
      const waitedMs = performance.now() - startedAt
      // The client sends no opening after the deadline, but waits longer for the answer to an opening that was sent.
      const limitMs = timeoutMs + (ask.op === 'open' && isCommandSent ? answerGraceMs : 0)
      const leftMs = limitMs - (waitedMs - (busyTime.total() - busyBefore))
      if (leftMs < shortestMs) fail(new DeviceFailure(wasSent ? 'hung' : 'silent'))
      else if (waitedMs >= limitMs + graceMs) fail(new DeviceNotAsked(isCommandSent))
      else timer = setTimeout(timeIsUp, leftMs)
    }

    signal.addEventListener('abort', cut)
    socket.setEncoding('utf8')
    socket.once('connect', () => send(talk.first))
    socket.on('data', (chunk) => {
      received += chunk
      const lineEnd = received.indexOf('\n')
      if (lineEnd < 0 && received.length <= mostLineLength) return
      const next = talk.hear(received.slice(0, lineEnd < 0 ? undefined : lineEnd))
      if ('failure' in next) return fail(next.failure)
      if ('send' in next) {
        received = ''
        return send(next.send)
      }
      end()
      resolve({ latencyMs: Math.round(performance.now() - startedAt), ...next.heard })
    })
    socket.on('error', (error) => fail(errorOf(error)))
    socket.once('close', () => fail(new DeviceFailure('dropped')))
  })
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
