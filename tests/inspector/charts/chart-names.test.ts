import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { chartNames } from '../../../src/inspector/charts/chart-names.ts'

test('chartNames keeps the names of a chart and drops its values and its code', () => {
  const machine = createMachine({
    id: 'gate',
    meta: { requirements: ['secret'] },
    context: { pin: 'secret' },
    initial: 'shut',
    states: {
      shut: {
        tags: ['calm'],
        entry: { type: 'tell', params: { text: 'secret' } },
        on: { 'gate.open': { guard: 'isOpen', target: 'context', actions: [function ring() {}] } },
        after: { 500: 'context' },
      },
      context: {
        type: 'final',
        output: { pin: 'secret' },
        invoke: { id: 'keys', src: createMachine({ context: { pin: 'secret' } }), input: { pin: 'secret' } },
      },
    },
  })
  expect(chartNames(machine.config)).toEqual({
    id: 'gate',
    initial: 'shut',
    states: {
      shut: {
        tags: ['calm'],
        entry: { type: 'tell' },
        on: { 'gate.open': { guard: 'isOpen', target: 'context', actions: [{ type: 'ring' }] } },
        after: { 500: 'context' },
      },
      context: { type: 'final', invoke: { id: 'keys' } },
    },
  })
})
