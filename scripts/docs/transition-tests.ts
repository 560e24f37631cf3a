/** Where a test stands, and its name as it is written there. */
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
  'every circuit stands as the rules say, whatever happens in whatever order',
]

/** Tests through the device calls that take a transition of the breaker; its model takes every one of them besides. */
export const transitionTests: Readonly<Record<string, readonly NamedTest[]>> = {
  '* on call.succeeded': [
    [facts, 'slow calls, and results that count nothing, are told with the next move, and move nothing themselves'],
  ],
  '* on call.failed': [[isolated, 'is not moved by a call that was under way, and its retry ends']],
  '* on call.uncounted': [
    [facts, 'slow calls, and results that count nothing, are told with the next move, and move nothing themselves'],
  ],
  'CLOSED on call.asked': [
    [facts, 'the breaker of a watched healthy device receives the start and the result of each call'],
  ],
  'CLOSED on call.failed #1': [
    [failures, 'the failure that opens the circuit is the last one, and says when it is tried again'],
    [restored, 'three failures of before the reload are three still: two more open the circuit'],
  ],
  'CLOSED on call.failed #2': [[failures, '%s is tried four times, counts four times, and is told as it is']],
  'CLOSED on call.succeeded #1': [
    [failures, 'a success in between ends the retries and forgets the failures'],
    [restored, 'three failures of before the reload are forgotten at a success'],
  ],
  'CLOSED on call.succeeded #2': [
    [facts, 'the breaker of a watched healthy device receives the start and the result of each call'],
  ],
  'CLOSED on breaker.reset': [anyOrder],
  'CLOSED on device.deleted': [[circuits, 'is not known to fail by calls of before, after %i failures']],
  'CLOSED on breaker.isolated': [
    [isolated, 'is called by nobody, though it never failed, and a refusal says until when'],
  ],
  'CLOSED on isolation.begunElsewhere': [[isolated, 'are held here too, as another tab has them, and recorded there']],
  'OPEN on call.asked': [
    [failures, 'an open circuit refuses with its own error, which says for whom and until when'],
    [restored, 'an open circuit refuses for what was left of its two minutes'],
  ],
  'OPEN on calls.refused': [
    [circuits, 'cost a breaker one event per 250 ms, however many there are'],
    [restored, 'an open circuit goes on counting its refusals'],
  ],
  'OPEN on call.failed': [
    anyOrder,
    [
      'tests/machines/devices/device-trials.test.ts',
      'a failure that another tab has found makes an open circuit wait from then on, and no other (LIVE-3)',
    ],
  ],
  'OPEN on breaker.reset': [
    [
      'tests/machines/devices/devices.test.ts',
      'closes the circuit at once, is recorded with its reason, and asks the server',
    ],
  ],
  'OPEN on device.deleted': [[circuits, 'are told when the device is deleted']],
  'OPEN on breaker.isolated': [anyOrder],
  'OPEN on isolation.begunElsewhere': [],
  'HALF_OPEN on breaker.reset': [anyOrder],
  'HALF_OPEN on device.deleted': [anyOrder],
  'HALF_OPEN on breaker.isolated': [anyOrder],
  'HALF_OPEN on isolation.begunElsewhere': [],
  'HALF_OPEN.trying on call.asked': [
    [failures, 'while a trial is under way others are refused until it is overdue'],
    [restored, 'a trial that the reload cut off keeps its place for what was left of its 30 s'],
  ],
  'HALF_OPEN.trying on calls.refused': [
    [failures, 'while a trial is under way others are refused until it is overdue'],
  ],
  'HALF_OPEN.trying on call.succeeded': [
    [circuits, 'are told with the move that ends the period, those of the last moment included'],
  ],
  'HALF_OPEN.trying on call.failed': [
    [restored, 'a half-open circuit without a trial lets the next call through at once, and only that one'],
  ],
  'HALF_OPEN.trying on call.uncounted': [
    [calls, 'frees the place of the trial, so that the next one is let through'],
    [pageEnd, 'frees the place of the trial at once, leaves no move, and the page after it makes the next one'],
  ],
  'HALF_OPEN.free on call.asked': [
    [calls, 'frees the place of the trial, so that the next one is let through'],
    [restored, 'a half-open circuit without a trial lets the next call through at once, and only that one'],
  ],
  'FORCED_OPEN on call.asked': [
    [isolated, 'is tried at the end of it, and is as ever once it answers'],
    [restored, 'of an isolation that met its end while the page was closed the next call is a trial'],
  ],
  'FORCED_OPEN on calls.refused': [[isolated, 'is tried at the end of it, and is as ever once it answers']],
  'FORCED_OPEN on breaker.released': [[isolated, 'that is released is tried, and waits two minutes where it fails']],
  'FORCED_OPEN on isolation.endedElsewhere': [
    [isolated, 'are held here too, as another tab has them, and recorded there'],
  ],
  'FORCED_OPEN on device.deleted': [[isolated, 'is nothing once it is deleted']],
  'FORCED_OPEN on breaker.isolated': [[isolated, 'may be isolated for longer, which is recorded too']],
  'FORCED_OPEN on isolation.begunElsewhere': [
    [isolated, 'are held here too, as another tab has them, and recorded there'],
  ],
}
