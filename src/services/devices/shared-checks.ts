import * as v from 'valibot'
import { type Device, deviceSchema } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceAnswer } from './device-answer.ts'

/** What a check of a device came to. */
type CheckAnswer = DeviceAnswer<Device>

type Failure = Extract<CheckAnswer, { kind: 'failed' }>

/** How long a check is kept from the other tabs after its answer was told, so that who is late hears it instead of asking. */
const keptMs = 1_000

/** An answer that a tab has got, for the others: no token, and nothing that a user may not see who reads the same channel. */
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
  /** Whose tabs share their checks: what one user gets is nothing to another. */
  userId: string
  /** Milliseconds since the epoch. */
  now: () => number
  /** Whether a failure is the device's now; one that may be this tab's own is told to nobody. */
  blamesDevice: () => boolean
  /** Another tab has found a device away; the time is in milliseconds since the epoch. */
  onFailure: (wordCode: string, failure: Failure, at: number) => void
}

/** Checks of devices that all tabs of a browser make together: of each device one at a time (LIVE-3). */
export interface SharedChecks {
  /**
   * Asks, unless another tab does: then it waits, and takes that tab's answer. Rejects with the reason of `signal`, or with
   * what `ask` rejects with.
   */
  check(wordCode: string, ask: () => Promise<CheckAnswer>, signal: AbortSignal): Promise<CheckAnswer>
  close(): void
}

/** Over Web Locks and BroadcastChannel; where one of them is missing, each tab asks by itself. */
export function openSharedChecks({ userId, now, blamesDevice, onFailure }: SharedChecksParts): SharedChecks {
  const locks = 'locks' in navigator ? navigator.locks : undefined
  if (locks === undefined || typeof BroadcastChannel !== 'function') return { check: (_, ask) => ask(), close() {} }
  const channel = new BroadcastChannel(`guarita:checks:${userId}`)
  /** The checks that wait for another tab's, by wordCode. */
  const waiting = new Map<string, (answer: CheckAnswer) => void>()
  channel.onmessage = ({ data }) => {
    const parsed = v.safeParse(messageSchema, data)
    if (!parsed.success) return
    const { wordCode, answer, at } = parsed.output
    if (answer.kind === 'failed') onFailure(wordCode, answer, at)
    waiting.get(wordCode)?.(answer)
  }
  const isTold = ({ kind }: CheckAnswer) => kind !== 'unauthorized' && (kind !== 'failed' || blamesDevice())
  return {
    async check(wordCode, ask, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<CheckAnswer>()
      const heard = new AbortController()
      let isOurs = false
      waiting.set(wordCode, (answer) => {
        heard.abort()
        resolve(answer)
      })
      const checkAndTell = async () => {
        waiting.delete(wordCode)
        if (heard.signal.aborted) return
        isOurs = true
        const answer = await ask()
        signal.throwIfAborted()
        resolve(answer)
        if (!isTold(answer)) return
        channel.postMessage({ wordCode, at: now(), answer })
        await new Promise((free) => setTimeout(free, keptMs))
      }
      locks
        .request(`guarita-check:${wordCode}`, { signal: AbortSignal.any([signal, heard.signal]) }, checkAndTell)
        .catch((error: unknown) => {
          if (isOurs || heard.signal.aborted || signal.aborted) reject(error)
          // A browser may forbid its locks to a page.
          else ask().then(resolve, reject)
        })
      return promise.finally(() => waiting.delete(wordCode))
    },
    close: () => channel.close(),
  }
}
