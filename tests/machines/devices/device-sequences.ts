import { array, constantFrom, integer, nat, oneof, record } from 'fast-check'
import type { AnswerName } from './device-answers.ts'

export const wordCodes = ['PORTARIA-01', 'GARAGEM-02'] as const

type WordCode = (typeof wordCodes)[number]

/** Command from callers, the network, the person or the clock. */
export type Command =
  | { does: 'call'; wordCode: WordCode; policy: 'once' | 'NETWORK_OPERATION' }
  /** Calls that fail one after the other. */
  | { does: 'fail'; wordCode: WordCode; times: number }
  /** Answers one of the running attempts. */
  | { does: 'answer'; which: number; answer: AnswerName }
  /** Cancels one of the running calls. */
  | { does: 'cancel'; which: number }
  | { does: 'reset' | 'watch' | 'unwatch' | 'delete'; wordCode: WordCode }
  | { does: 'isolate'; wordCode: WordCode; ms: number }
  | { does: 'release'; wordCode: WordCode }
  | { does: 'wait'; ms: number }
  | { does: 'setClockBack'; ms: number }
  /** The page enters and leaves the browser's back/forward cache. */
  | { does: 'turnPage' }
  | { does: 'hidePage' | 'goOffline' | 'goOnline' }

const does = <Name extends Command['does']>(...names: [Name, ...Name[]]) => constantFrom(...names)
const wordCode = constantFrom('PORTARIA-01' as const, ...wordCodes)
const answer = constantFrom<AnswerName>(
  ...(['success', 'timeout', 'noResponse', 'status 503', 'status 404', 'not asked', 'unauthorized'] as const),
)
const policy = constantFrom('once' as const, 'NETWORK_OPERATION' as const)
const ms = oneof(
  constantFrom(0, 1, 250, 1_000, 29_999, 30_000, 90_000, 119_999, 120_000),
  integer({ min: 0, max: 150_000 }),
)

const anything = array(
  oneof(
    { weight: 6, arbitrary: record({ does: does('call'), wordCode, policy }) },
    { weight: 3, arbitrary: record({ does: does('fail'), wordCode, times: integer({ min: 1, max: 6 }) }) },
    { weight: 6, arbitrary: record({ does: does('answer'), which: nat(9), answer }) },
    { weight: 1, arbitrary: record({ does: does('cancel'), which: nat(9) }) },
    { weight: 2, arbitrary: record({ does: does('reset', 'watch', 'unwatch', 'delete'), wordCode }) },
    { weight: 1, arbitrary: record({ does: does('isolate'), wordCode, ms }) },
    { weight: 1, arbitrary: record({ does: does('release'), wordCode }) },
    { weight: 5, arbitrary: record({ does: does('wait'), ms }) },
    { weight: 1, arbitrary: record({ does: does('setClockBack'), ms: constantFrom(1, 5_000, 45_000, 3_600_000) }) },
    { weight: 1, arbitrary: record({ does: does('turnPage', 'hidePage', 'goOffline', 'goOnline') }) },
  ),
  { maxLength: 40 },
)

/** Half of the sequences start with a trial that is due, because random commands rarely lead there. */
export const commands = oneof(
  anything,
  anything.map((rest): Command[] => [
    { does: 'fail', wordCode: 'PORTARIA-01', times: 5 },
    { does: 'wait', ms: 120_000 },
    ...rest,
  ]),
)

/** Sequences that broke a rule in the past; they are always tried first. */
export const onceBroken: readonly (readonly Command[])[] = [
  // The number of watchers was negative.
  [
    { does: 'watch', wordCode: 'PORTARIA-01' },
    { does: 'delete', wordCode: 'PORTARIA-01' },
    { does: 'fail', wordCode: 'PORTARIA-01', times: 1 },
    { does: 'unwatch', wordCode: 'PORTARIA-01' },
    { does: 'watch', wordCode: 'PORTARIA-01' },
    { does: 'call', wordCode: 'PORTARIA-01', policy: 'once' },
    { does: 'answer', which: 0, answer: 'success' },
  ],
  // A call of a deleted device created its circuit again.
  [
    { does: 'call', wordCode: 'GARAGEM-02', policy: 'once' },
    { does: 'delete', wordCode: 'GARAGEM-02' },
    { does: 'answer', which: 0, answer: 'timeout' },
  ],
  // The circuit of a deleted device stayed in the tab, and its refusals were not reported.
  [
    { does: 'fail', wordCode: 'GARAGEM-02', times: 6 },
    { does: 'delete', wordCode: 'GARAGEM-02' },
  ],
  // A call that started offline counted because the browser was online when it failed.
  [
    { does: 'goOffline' },
    { does: 'call', wordCode: 'PORTARIA-01', policy: 'once' },
    { does: 'goOnline' },
    { does: 'answer', which: 0, answer: 'noResponse' },
  ],
]
