import { and, not, setup, stateIn } from 'xstate'
import { promiseNotProvided } from '../../../src/machines/parts/not-provided.ts'

/** A chart with one of each element that a chart can have. */
export const gateMachine = setup({
  types: {} as {
    events:
      | { type: 'gate.open' }
      | { type: 'gate.close' }
      | { type: 'gate.ring'; at: number }
      | { type: 'light.toggle' }
  },
  actors: { drive: promiseNotProvided<void>('gate.drive') },
  guards: {
    isDay: () => true,
    isStill: stateIn({ motor: 'still' }),
    isRing: (_, { times }: { times: number }) => times > 1,
  },
  delays: { closing: 90_000, computed: () => 1 },
}).createMachine({
  id: 'gate',
  meta: { requirements: ['DEV-1', 'A11Y-3'] },
  type: 'parallel',
  on: { 'gate.ring': { guard: { type: 'isRing', params: { times: 2 } }, target: '.light.on' } },
  states: {
    motor: {
      description: 'Moves the gate.',
      initial: 'still',
      on: { 'gate.close': '.still' },
      states: {
        still: { on: { 'gate.open': [{ guard: 'isDay', target: 'moving.fast' }, { target: 'moving' }] } },
        moving: {
          initial: 'slow',
          states: {
            slow: {
              invoke: { src: 'drive', onDone: 'fast', onError: '#gate.motor.broken' },
              after: { closing: 'fast', 500: '#gate.motor.still' },
            },
            fast: { always: { guard: and(['isDay', not('isStill')]), target: 'slow' } },
          },
        },
        broken: { type: 'final' },
      },
    },
    light: {
      initial: 'off',
      states: {
        off: { on: { 'light.toggle': 'on' } },
        on: {
          type: 'parallel',
          on: { 'light.toggle': 'off' },
          states: {
            lamp: { initial: 'dim', states: { dim: { after: { computed: 'bright' } }, bright: {} } },
            'count-down': { initial: 'idle', states: { idle: { on: { 'light.toggle': { actions: () => {} } } } } },
          },
        },
      },
    },
  },
})
