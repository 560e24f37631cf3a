import { assign, setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type InspectorOfferModelEvent =
  | { type: 'person.signsIn'; may: boolean }
  | { type: 'session.ends' }
  | { type: 'code.arrives' }
  | { type: 'code.isMissing' }
  | { type: 'recording.crashes' }

const did = (...made: string[]) =>
  assign<ModelContext, InspectorOfferModelEvent, undefined, InspectorOfferModelEvent, never>(({ context }) => ({
    did: [...context.did, ...made],
  }))
const discards = did(entry('does', 'discard'))
const logs = did(entry('does', 'logFailure', 'Inspetor não carregado.'))

/**
 * INS-1: without the right to inspect, nothing is loaded and nothing that was recorded for another person is visible.
 */
export const inspectorOfferModel = setup({
  types: {} as { context: ModelContext; events: InspectorOfferModelEvent },
  guards: { may: ({ event }) => event.type === 'person.signsIn' && event.may },
}).createMachine({
  id: 'inspector offer model',
  context: { now: 0, did: [] },
  initial: 'nothing',
  states: {
    nothing: {
      on: {
        'person.signsIn': [
          { guard: 'may', target: 'fetching', actions: did(entry('asks', 'loadInspector')) },
          { actions: discards },
        ],
      },
    },
    fetching: {
      tags: 'busy',
      on: {
        'person.signsIn': [{ guard: 'may' }, { target: 'nothing', actions: discards }],
        'session.ends': 'nothing',
        'code.arrives': { target: 'recorded', actions: did(entry('asks', 'recording')) },
        'code.isMissing': { target: 'nothing', actions: logs },
      },
    },
    recorded: {
      on: {
        'person.signsIn': [{ guard: 'may' }, { target: 'nothing' }],
        'session.ends': { actions: did('sends recording recording.detach') },
        'recording.crashes': { target: 'nothing', actions: logs },
      },
    },
  },
})
