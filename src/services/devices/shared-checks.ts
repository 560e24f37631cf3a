import * as v from 'valibot'
import { type Device, deviceSchema } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceAnswer } from './device-answer.ts'

type CheckAnswer = DeviceAnswer<Device>

/** An answer that does not prove that the device answers. */
export type MissedAnswer = Extract<CheckAnswer, { kind: 'failed' | 'rejected' | 'notAsked' }>

/** The lock is held this long after the answer was sent, so that late tabs receive the answer. */
const keptMs = 1_000

/** An answer that a tab shares: without a token, and without data that another user may not see. */
const messageSchema = v.pipe(
  v.object({
    wordCode: v.pipe(v.string(), v.nonEmpty()),
    /** Milliseconds since the epoch. */
    at: v.pipe(v.number(), v.finite()),
    answer: v.union([
      v.object({ kind: v.literal('answered'), data: deviceSchema }),
      v.object({
        kind: v.literal('rejected'),
        status: v.number(),
        message: v.string(),
        fields: v.record(v.string(), v.string()),
      }),
      v.object({
        kind: v.literal('failed'),
        failure: v.picklist(['timeout', 'noResponse', 'status']),
        status: v.nullable(v.number()),
        message: v.string(),
        retryAfterMs: v.nullable(v.number()),
      }),
      v.object({
        kind: v.literal('notAsked'),
        wasSent: v.boolean(),
        message: v.string(),
        retryAfterMs: v.nullable(v.number()),
      }),
    ]),
  }),
  v.check(({ wordCode, answer }) => answer.kind !== 'answered' || answer.data.wordCode === wordCode, 'Another device'),
)

export interface SharedChecksParts {
  /** Only tabs of the same user share their checks, because one user's answers may be wrong for another. */
  userId: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Whether a failure is the device's fault now; a failure that may be this tab's own is not shared. */
  blamesDevice: () => boolean
  /** A check in another tab got no answer from the device; the time is in milliseconds since the epoch. */
  onMissed: (wordCode: string, answer: MissedAnswer, at: number) => void
}

/** Shares device checks between all tabs of a browser: one check per device at a time (LIVE-3). */
export interface SharedChecks {
  /** Calls `ask`, or waits for another tab's answer. Rejects with the reason of `signal` or the error of `ask`. */
  check(wordCode: string, ask: () => Promise<CheckAnswer>, signal: AbortSignal): Promise<CheckAnswer>
  close(): void
}

/** Uses Web Locks and BroadcastChannel; if one is missing, each tab checks by itself. */
export function openSharedChecks({ userId, now, blamesDevice, onMissed }: SharedChecksParts): SharedChecks {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  if (locks === undefined || typeof BroadcastChannel !== 'function') return { check: (_, ask) => ask(), close() {} }
  const channel = new BroadcastChannel(`guarita:checks:${userId}`)
  const waiting = new Map<string, (answer: CheckAnswer) => void>()
  channel.onmessage = ({ data }) => {
    const parsed = v.safeParse(messageSchema, data)
    if (!parsed.success) return
    const { wordCode, answer, at } = parsed.output
    if (answer.kind !== 'answered') onMissed(wordCode, answer, at)
    waiting.get(wordCode)?.(answer)
  }
  const isShared = ({ kind }: CheckAnswer) =>
    kind !== 'unauthorized' && kind !== 'unsent' && (kind !== 'failed' || blamesDevice())
  return {
    async check(wordCode, ask, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<CheckAnswer>()
      const answered = new AbortController()
      let isOurs = false
      waiting.set(wordCode, (answer) => {
        answered.abort()
        resolve(answer)
      })
      const checkAndShare = async () => {
        waiting.delete(wordCode)
        if (answered.signal.aborted) return
        isOurs = true
        const answer = await ask()
        signal.throwIfAborted()
        resolve(answer)
        if (!isShared(answer)) return
        channel.postMessage({ wordCode, at: now(), answer })
        await new Promise((free) => setTimeout(free, keptMs))
      }
      locks
        .request(`guarita-check:${wordCode}`, { signal: AbortSignal.any([signal, answered.signal]) }, checkAndShare)
        .catch((error: unknown) => {
          if (isOurs || answered.signal.aborted || signal.aborted) reject(error)
          // A browser may forbid locks to a page.
          else ask().then(resolve, reject)
        })
      return promise.finally(() => waiting.delete(wordCode))
    },
    close: () => channel.close(),
  }
}
