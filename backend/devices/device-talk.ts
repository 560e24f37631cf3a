import * as v from 'valibot'
import { DeviceFailure } from './device-failure.ts'
import { type DeviceOp, type DeviceRequest, deviceAnswer } from './device-protocol.ts'

/**
 * Answer of a device. `active`: the device is switched on; `canOpen`: the device offers openings; `acted`: the device
 * executed the command with the key.
 */
export type Heard = { active?: boolean | undefined; canOpen?: boolean | undefined; acted?: boolean | undefined }

/** An operation of a device. `until`: deadline of an opening, on the clock of the caller's `time`. */
export type DeviceAsk =
  | { op: Exclude<DeviceOp, 'open'>; key?: string | undefined }
  | { op: 'open'; key: string; until: number }

/** The lines that the server sends and receives for one operation, over one connection. */
export type DeviceTalk = {
  first: DeviceRequest
  /** Reads a line from the device. Returns the next line to send, the answer, or the failure. */
  hear(line: string): { send: DeviceRequest } | { heard: Heard } | { failure: DeviceFailure }
}

/** Slowest clock of a device with which no opening is late, as a share of the real time. */
export const slowestClock = 0.99

/** `time` returns milliseconds on a clock that only runs forward. */
export function deviceTalk(ask: DeviceAsk, wordCode: string, time: () => number): DeviceTalk {
  if (ask.op === 'open') return openingTalk(ask, wordCode, time)
  return { first: { ...ask, wordCode }, hear: (line) => answerIn(line, { op: ask.op, wordCode }) }
}

/**
 * Opens a gate (OPEN-1): asks the device for its clock, then sends the command with the deadline on that clock. The
 * device reads the clock before the server receives the answer, so the device's deadline is never later than `until`,
 * however long a line is delayed.
 */
function openingTalk(
  { key, until }: Extract<DeviceAsk, { op: 'open' }>,
  wordCode: string,
  time: () => number,
): DeviceTalk {
  let isSent = false
  return {
    first: { op: 'status', wordCode },
    hear(line) {
      if (isSent) return answerIn(line, { op: 'open', wordCode })
      const unsent = (cause: DeviceFailure['kind']) => ({ failure: new DeviceFailure(cause, { isUnsent: true }) })
      const answer = v.safeParse(deviceAnswer, line)
      if (!answer.success) return unsent('garbage')
      const { clock, ops } = answer.output.ok ? answer.output : {}
      const leftMs = Math.floor((until - time()) * slowestClock)
      if (clock === undefined || !(ops?.includes('open') ?? false) || leftMs <= 0)
        return unsent(leftMs <= 0 ? 'hung' : 'declined')
      isSent = true
      return { send: { op: 'open', wordCode, key, notAfter: clock + leftMs } }
    },
  }
}

function answerIn(
  line: string,
  asked: { op: DeviceOp; wordCode: string },
): { heard: Heard } | { failure: DeviceFailure } {
  const answer = v.safeParse(deviceAnswer, line)
  if (!answer.success) return { failure: new DeviceFailure('garbage') }
  if (!answer.output.ok) return { failure: new DeviceFailure('declined', { isLate: answer.output.error === 'late' }) }
  const { op, wordCode, active, ops, acted } = answer.output
  if (op !== asked.op || wordCode !== asked.wordCode) return { failure: new DeviceFailure('garbage') }
  return { heard: { active, acted, canOpen: ops?.includes('open') } }
}
