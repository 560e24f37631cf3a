import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { readChartSource } from '../../../scripts/chart-words/chart-source.ts'
import {
  askedIn,
  delaysTable,
  duration,
  eventsTable,
  guardsTable,
  ruleOf,
  statesTable,
} from '../../../scripts/docs/statecharts/chart-tables.ts'
import type { Chart } from '../../../scripts/docs/statecharts/charts.ts'
import { gateMachine } from './small-chart.ts'

const source = readChartSource(`
import { type Gate, open } from './gate.ts'
/** Opens and
 * closes. */
export const gate = setup({
  actors: {
    /** Turns the motor. */
    drive: promiseNotProvided<void, { speed: number }>('gate.drive'),
  },
  guards: {
    /** The sun is up. */
    isDay: ({ context }) => context.hour > 6,
    isStill: stateIn({ motor: 'still' }),
  },
  delays: { closing: times.closingMs, computed: () => { return 1 } },
})
export type GateEvent =
  /** Somebody rings. */
  | { type: 'gate.ring'; at: number }
  | { type: 'gate.open' | 'gate.close' }
`)

const chart: Chart = {
  name: 'gate',
  file: 'gate.machine.ts',
  exportName: 'gate',
  machine: gateMachine,
  source,
  sentence: '',
  eventComments: source.events,
  constants: new Map(),
  children: [],
}

test('a source tells its words, its types and its imports', () => {
  expect(source.comments.get('gate')).toBe('Opens and closes.')
  expect(source.setup.actors.get('drive')).toEqual({
    comment: 'Turns the motor.',
    text: "promiseNotProvided<void, { speed: number }>('gate.drive')",
    maker: 'promiseNotProvided',
    types: ['void', '{ speed: number }'],
  })
  expect([...source.events]).toEqual([
    ['gate.ring', 'Somebody rings.'],
    ['gate.open', ''],
    ['gate.close', ''],
  ])
  expect(source.imports.get('./gate.ts')).toEqual([
    { name: 'Gate', isType: true },
    { name: 'open', isType: false },
  ])
})

test('every state is there, with its kind and what is said of it', () => {
  const rows = statesTable(gateMachine, () => null).split('\n')
  expect(rows).toHaveLength(2 + 14)
  expect(rows).toContain('| `motor` | region | Moves the gate. |  |')
  expect(rows).toContain('| `motor.still` | initial |  |  |')
  expect(rows).toContain('| `motor.broken` | final |  |  |')
  expect(rows).toContain('| `light.on` | parallel |  |  |')
})

test('a state that only runs another chart says what that is for', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'charted',
    states: { charted: { initial: 'alive', states: { alive: { invoke: { src: 'gate' } } } } },
  })
  expect(statesTable(machine, (actor) => `Runs ${actor}.`)).toContain('| `charted` | initial | Runs gate. |  |')
})

test('every event says where it is accepted, under which guard, and where it leads', () => {
  expect(eventsTable(chart).split('\n').slice(2)).toEqual([
    '| `gate.ring` | Somebody rings. | `gate` [isRing(2)] → `light.on` |',
    '| `gate.close` |  | `motor` → `motor.still` |',
    '| `gate.open` |  | `motor.still` [isDay] → `motor.moving.fast`<br>`motor.still` [else] → `motor.moving` |',
    '| `light.toggle` |  | `light.off` → `light.on`<br>`light.on` → `light.off`<br>`light.on.count-down.idle` |',
  ])
})

test('an event that is taken for nothing is said to be ignored, and what only does something is not', () => {
  const machine = createMachine({ id: 'm', on: { NOTHING: {}, SOMETHING: { actions: () => {} } } })
  expect(
    eventsTable({ ...chart, machine })
      .split('\n')
      .slice(2),
  ).toEqual(['| `NOTHING` |  | `m`: ignored |', '| `SOMETHING` |  | `m` |'])
})

test('every guard has its rule, those inside of others too', () => {
  expect(guardsTable(chart).split('\n').slice(2)).toEqual([
    '| `isRing` |  | `gate` gate.ring |',
    '| `isDay` | `context.hour > 6` The sun is up. | `motor.still` gate.open<br>`motor.moving.fast` always |',
    '| `isStill` | `in motor.still` | `motor.moving.fast` always |',
  ])
})

test('every delay has its value, or says that it is computed', () => {
  expect(delaysTable(chart).split('\n').slice(2)).toEqual([
    '| `500` | 500 ms | `motor.moving.slow` → `motor.still` |',
    '| `closing` | 90,000 ms (1.5 min): `times.closingMs` | `motor.moving.slow` → `motor.moving.fast` |',
    '| `computed` | computed | `light.on.lamp.dim` → `light.on.lamp.bright` |',
  ])
})

test('every service says where it is asked, and where its answers lead', () => {
  expect(askedIn(gateMachine, 'drive')).toBe('`motor.moving.slow`: done → `motor.moving.fast`; failed → `motor.broken`')
})

test('a child that an action starts is heard of by its name', () => {
  const states = { a: { on: { 'xstate.error.actor.form': 'b' } }, b: {} }
  const machine = createMachine({ id: 'm', initial: 'a', states })
  expect(askedIn(machine, 'form')).toBe('`a`: failed → `b`')
  expect(eventsTable({ ...chart, machine })).toBe('None.')
})

test('times read well', () => {
  expect([100, 1_000, 1_800_000, 43_200_000].map(duration)).toEqual([
    '100 ms',
    '1,000 ms (1 s)',
    '1,800,000 ms (30 min)',
    '43,200,000 ms (12 h)',
  ])
})

test('a rule is what stands after the arrow, where it is short', () => {
  expect(ruleOf('(_, { id }: { id: string }) => id !== null')).toBe('id !== null')
  expect(ruleOf('entering(rules.isEmpty)')).toBe('entering(rules.isEmpty)')
  expect(ruleOf('() => { return true }')).toBe('')
  expect(ruleOf(`() => ${'x'.repeat(200)}`)).toBe('')
})
