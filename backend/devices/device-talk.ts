import * as v from 'valibot'
import { DeviceFailure } from './device-failure.ts'
import { type DeviceOp, type DeviceRequest, deviceAnswer } from './device-protocol.ts'

/** Statements of a device: `active`: whether it is switched on; `canOpen`: whether it offers openings; `acted`: whether it executed the key. */
export type Heard = { active?: boolean | undefined; canOpen?: boolean | undefined; acted?: boolean | undefined }

/** An operation of a device. `until`: deadline of an opening, on the clock of the caller's `time`. */
export type DeviceAsk =
  | { op: Exclude<DeviceOp, 'open'>; key?: string | undefined }
  | { op: 'open'; key: string; until: number }

/** The lines of one operation, over one connection. */
export type DeviceTalk = {
  first: DeviceRequest
  /** The next line, the answer, or the failure, after a line of the device. */
  hear(line: string): { send: DeviceRequest } | { heard: Heard } | { failure: DeviceFailure }
}

/** The clock of a device may run slower than this share of the real time without a late opening. */
const slowestClock = 0.99

/** `time` returns milliseconds on a clock that only runs forward. */
export function deviceTalk(ask: DeviceAsk, wordCode: string, time: () => number): DeviceTalk {
  if (ask.op === 'open') return openingTalk(ask, wordCode, time)
  return { first: { ...ask, wordCode }, hear: (line) => answerIn(line, { op: ask.op, wordCode }) }
}

/**
 * An opening (OPEN-1): asks for the clock of the device, then sends the command with the deadline on this clock. The device read its clock
 * before its answer was heard, so the device's deadline is never later than `until`, whatever the delay of each line.
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
      const answer = v.safeParse(deviceAnswer, line)
      const { clock, ops } = answer.success && answer.output.ok ? answer.output : {}
      const leftMs = Math.floor((until - time()) * slowestClock)
      if (clock === undefined || !(ops?.includes('open') ?? false) || leftMs <= 0)
        return { failure: new DeviceFailure(leftMs <= 0 ? 'hung' : 'declined', { isUnsent: true }) }
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
