/** File of a test, and the test's name in that file. */
export type NamedTest = readonly [file: string, name: string]

const calls = 'tests/machines/devices/device-calls.test.ts'
const circuits = 'tests/machines/devices/device-circuits.test.ts'
const failures = 'tests/machines/devices/device-failures.test.ts'
const pageEnd = 'tests/machines/devices/page-end.test.ts'
const restored = 'tests/machines/devices/restored-circuits.test.ts'
const facts = 'tests/machines/devices/circuit-facts.test.ts'
const isolated = 'tests/machines/devices/isolated-circuits.test.ts'
const anyOrder: NamedTest = [
  'tests/machines/devices/device-rules.test.ts',
  'every circuit has the state of the rules after any sequence of commands',
]

/** Tests through device calls of each breaker transition; the breaker's model also covers every transition. */
export const transitionTests: Readonly<Record<string, readonly NamedTest[]>> = {
  '* on call.succeeded': [
    [facts, 'slow calls and uncounted results are reported with the next transition, and cause no transition'],
  ],
  '* on call.failed': [[isolated, 'is not changed by a call that was running, and the call is not retried']],
  '* on call.uncounted': [
    [facts, 'slow calls and uncounted results are reported with the next transition, and cause no transition'],
  ],
  'CLOSED on call.asked': [
    [facts, 'the breaker of a watched healthy device receives the start and the result of each call'],
  ],
  'CLOSED on call.failed #1': [
    [failures, 'the failure that opens the circuit ends the call, and its error contains the retry time'],
    [restored, 'three failures from before the reload count: two more open the circuit'],
  ],
  'CLOSED on call.failed #2': [
    [failures, '%s is tried four times, counts four times, and rejects with its own error class'],
  ],
  'CLOSED on call.succeeded #1': [
    [failures, 'a success ends the retries and clears the failures'],
    [restored, 'three failures from before the reload are cleared by a success'],
  ],
  'CLOSED on call.succeeded #2': [
    [facts, 'the breaker of a watched healthy device receives the start and the result of each call'],
  ],
  'CLOSED on breaker.reset': [anyOrder],
  'CLOSED on device.deleted': [
    [circuits, 'gets no breaker from calls that started before the deletion, after %i failures'],
  ],
  'CLOSED on page.hidden': [
    [circuits, 'and ignored results are reported when the session ends, and only once (AUD-2)'],
  ],
  'CLOSED on breaker.isolated': [
    [isolated, 'is not called, even without failures, and the refusal contains the end of the isolation'],
  ],
  'CLOSED on isolation.begunElsewhere': [[isolated, 'take effect here, and are recorded by that tab only']],
  'OPEN on call.asked': [
    [failures, 'an open circuit refuses with its own error, which contains the wordCode and the retry time'],
    [restored, 'an open circuit refuses for the rest of its two minutes'],
  ],
  'OPEN on calls.refused': [
    [circuits, 'send a breaker one event per 250 ms, for any number of refusals'],
    [restored, 'an open circuit continues to count its refusals'],
  ],
  'OPEN on call.failed': [
    anyOrder,
    [
      'tests/machines/devices/device-trials.test.ts',
      'a failure reported by another tab restarts the wait of an open circuit, and changes no other circuit (LIVE-3)',
    ],
  ],
  'OPEN on breaker.reset': [
    [
      'tests/machines/devices/devices.test.ts',
      'closes the circuit immediately, is recorded with its reason, and is sent to the server',
    ],
  ],
  'OPEN on device.deleted': [[circuits, 'are reported when the device is deleted']],
  'OPEN on page.hidden': [[circuits, 'are reported only once when the page is hidden (AUD-2)']],
  'OPEN on breaker.isolated': [anyOrder],
  'OPEN on isolation.begunElsewhere': [],
  'HALF_OPEN on breaker.reset': [anyOrder],
  'HALF_OPEN on device.deleted': [anyOrder],
  'HALF_OPEN on page.hidden': [],
  'HALF_OPEN on breaker.isolated': [anyOrder],
  'HALF_OPEN on isolation.begunElsewhere': [],
  'HALF_OPEN.trying on call.asked': [
    [failures, 'during a trial other calls are refused until the trial is overdue'],
    [restored, 'a trial that the reload interrupted stays the trial for the rest of its 30 s'],
  ],
  'HALF_OPEN.trying on calls.refused': [
    [failures, 'during a trial other calls are refused until the trial is overdue'],
  ],
  'HALF_OPEN.trying on call.succeeded': [
    [circuits, 'are reported with the transition that ends their period, including the refusals of the last moment'],
  ],
  'HALF_OPEN.trying on call.failed': [
    [restored, 'a half-open circuit without a trial lets only the next call through'],
  ],
  'HALF_OPEN.trying on call.uncounted': [
    [calls, 'ends its trial, so that the next call becomes the trial'],
    [pageEnd, 'ends its trial immediately without a transition, and the next page makes the next trial'],
  ],
  'HALF_OPEN.free on call.asked': [
    [calls, 'ends its trial, so that the next call becomes the trial'],
    [restored, 'a half-open circuit without a trial lets only the next call through'],
  ],
  'FORCED_OPEN on call.asked': [
    [restored, 'if an isolation ended while the page was closed, the next call is a trial'],
  ],
  'FORCED_OPEN on calls.refused': [[isolated, 'is tried at the end of the isolation, and is closed after an answer']],
  'FORCED_OPEN on isolation.expired': [
    [isolated, 'is tried at the end of the isolation, and is closed after an answer'],
  ],
  'FORCED_OPEN on breaker.released': [[isolated, 'that is released is tried, and waits two minutes after a failure']],
  'FORCED_OPEN on isolation.endedElsewhere': [[isolated, 'take effect here, and are recorded by that tab only']],
  'FORCED_OPEN on device.deleted': [[isolated, 'has no circuit after its deletion']],
  'FORCED_OPEN on page.hidden': [],
  'FORCED_OPEN on breaker.isolated': [[isolated, 'can be isolated for longer, with another record']],
  'FORCED_OPEN on isolation.begunElsewhere': [[isolated, 'take effect here, and are recorded by that tab only']],
}
