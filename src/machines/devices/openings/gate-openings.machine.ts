import { type ActorRefFrom, assign, setup, stopChild } from 'xstate'
import type { DeviceCalls } from '../calls/device-calls.ts'
import type { DeviceTarget } from '../calls/device-errors.ts'
import { gateOpeningMachine } from './gate-opening.machine.ts'

interface GateOpeningsInput {
  calls: DeviceCalls
  userId: string
}

interface GateOpeningsContext extends GateOpeningsInput {
  /** The opening of each gate on screen, by wordCode. */
  openings: Readonly<Record<string, ActorRefFrom<typeof gateOpeningMachine>>>
}

export type GateOpeningsEvent =
  /** A view shows the button of a gate. */
  | { type: 'gate.watch'; target: DeviceTarget }
  /** A view was closed. The actor forgets the outcome of the last press, but continues a running press. */
  | { type: 'gate.leave'; wordCode: string }

/** The openings of the gates on screen, one actor for each (OPEN-2). */
export const gateOpeningsMachine = setup({
  types: {} as {
    context: GateOpeningsContext
    events: GateOpeningsEvent
    input: GateOpeningsInput
    children: { [opening: `opening:${string}`]: 'opening' }
  },
  actors: { opening: gateOpeningMachine },
  actions: {
    start: assign(({ context, spawn }, { target }: { target: DeviceTarget }) => ({
      openings: {
        ...context.openings,
        [target.wordCode]: spawn('opening', {
          id: `opening:${target.wordCode}`,
          input: {
            target,
            userId: context.userId,
            newKey: () => context.calls.newKey(),
            isIsolated: () => context.calls.circuits.isIsolated(target.wordCode),
          },
        }),
      },
    })),
    stop: stopChild((_, { wordCode }: { wordCode: string }) => `opening:${wordCode}`),
    forget: assign(({ context }, { wordCode }: { wordCode: string }) => {
      const { [wordCode]: _, ...openings } = context.openings
      return { openings }
    }),
  },
  guards: {
    isKnown: ({ context }, { target }: { target: DeviceTarget }) => target.wordCode in context.openings,
    isBusy: ({ context }, { wordCode }: { wordCode: string }) =>
      context.openings[wordCode]?.getSnapshot().hasTag('busy') === true,
  },
}).createMachine({
  id: 'gateOpenings',
  meta: { requirements: ['OPEN-2'] },
  context: ({ input }) => ({ ...input, openings: {} }),
  on: {
    'gate.watch': [
      { guard: { type: 'isKnown', params: ({ event }) => event } },
      { actions: { type: 'start', params: ({ event }) => event } },
    ],
    'gate.leave': [
      { guard: { type: 'isBusy', params: ({ event }) => event } },
      {
        actions: [
          { type: 'stop', params: ({ event }) => event },
          { type: 'forget', params: ({ event }) => event },
        ],
      },
    ],
  },
})
