import { connect } from 'node:net'
import * as v from 'valibot'
import type { DeviceFailureCause } from '../../contract/wire/answers/devices.ts'
import { type DeviceOp, deviceAnswer, mostLineLength } from './device-protocol.ts'

export type DeviceAddress = { wordCode: string; ip: string; port: number }

/**
 * refused: nothing listens there. dropped: the connection ended without an answer. garbage: what answered speaks another
 * protocol. declined: the device itself said no. silent: no answer in time. unreachable: no way to the address.
 */

export class DeviceFailure extends Error {
  readonly kind: DeviceFailureCause

  constructor(kind: DeviceFailureCause) {
    super(`device call failed: ${kind}`)
    this.name = 'DeviceFailure'
    this.kind = kind
  }
}

/**
 * One connection, one line out, one line in. Resolves to the milliseconds from connecting to the answer; rejects with a
 * `DeviceFailure`, or with the signal's reason when it aborts.
 */
export function askDevice(
  { wordCode, ip, port }: DeviceAddress,
  request: { op: DeviceOp; key?: string | undefined },
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<{ latencyMs: number }> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const socket = connect({ host: ip, port })
    const timer = setTimeout(() => fail(new DeviceFailure('silent')), timeoutMs)
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

    signal.addEventListener('abort', cut)
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`${JSON.stringify({ ...request, wordCode })}\n`))
    socket.on('data', (chunk) => {
      received += chunk
      const lineEnd = received.indexOf('\n')
      if (lineEnd < 0 && received.length <= mostLineLength) return
      const failure = failureIn(received.slice(0, lineEnd < 0 ? undefined : lineEnd), { op: request.op, wordCode })
      if (failure) return fail(failure)
      end()
      resolve({ latencyMs: Math.round(performance.now() - startedAt) })
    })
    socket.on('error', (error) => fail(new DeviceFailure(kindOf(error))))
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

function kindOf(error: Error): DeviceFailureCause {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'dropped'
  return code === 'ETIMEDOUT' ? 'silent' : 'unreachable'
}
