import { expect, test } from 'vitest'
import { createActor, not, setup } from 'xstate'
import { Coverage } from './coverage.ts'

/** A door that opens for known names. */
const door = setup({
  types: {} as { events: { type: 'knock'; name: string } | { type: 'slam' } },
  guards: { isKnown: ({ event }) => event.type === 'knock' && event.name === 'Ana' },
}).createMachine({
  id: 'door',
  initial: 'shut',
  states: {
    shut: {
      on: {
        knock: [
          { guard: 'isKnown', target: 'open' },
          { guard: not('isKnown'), target: 'shut' },
        ],
      },
    },
    open: { on: { slam: 'shut' } },
  },
})

function coverageOf(...events: ({ type: 'knock'; name: string } | { type: 'slam' })[]): Coverage {
  const coverage = new Coverage(door)
  const actor = createActor(coverage.watch(door.provide({})), { inspect: coverage.inspect }).start()
  for (const event of events) actor.send(event)
  return coverage
}

test('the coverage check names the states, transitions and guard sides that no test reached (MBT-2)', () => {
  expect(coverageOf({ type: 'knock', name: 'Ana' }).objections()).toEqual([
    'missing: shut on knock #2',
    'missing: open on slam',
    'missing: shut on knock #1 where isKnown is false',
    'missing: shut on knock #2 where guard is true',
    'missing: shut on knock #2 where guard is false',
  ])
})

test('the coverage check accepts an unreached goal with a reason', () => {
  const coverage = coverageOf({ type: 'knock', name: 'Bento' }, { type: 'knock', name: 'Ana' }, { type: 'slam' })
  expect(coverage.objections({ 'shut on knock #2 where guard is false': 'the first candidate takes it' })).toEqual([])
})

test('the coverage check reports an excuse for a reached or unknown goal', () => {
  expect(coverageOf({ type: 'knock', name: 'Ana' }).objections({ open: 'locked', ajar: 'no such state' })).toEqual(
    expect.arrayContaining(['reached, though called unreachable: open', 'no such goal: ajar']),
  )
})

test('the coverage check reports how many goals the tests reached', () => {
  const coverage = coverageOf({ type: 'knock', name: 'Ana' })
  expect(coverage.report()).toBe('door: 3/3 states, 1/3 transitions, 1/4 guard sides')
})
