import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface HostedModelContext extends ModelContext {
  /** Reason why the window could not be opened. */
  problem: string | null
}

export type HostedModelEvent =
  | { type: 'person.opensHosted' }
  | { type: 'person.agrees' }
  | { type: 'person.cancels' }
  | { type: 'person.detaches' }
  | { type: 'window.connects' }
  | { type: 'window.isClosed' }
  | { type: 'browser.refusesWindow'; text: string }

const { did, update } = modelActions<HostedModelContext, HostedModelEvent>()
const forgets = update(() => ({ problem: null }))
const opens = did(entry('asks', 'window'))
const fails = update(({ did }, event) => ({
  did: [...did, entry('does', 'logFailure', 'Inspetor externo não aberto.')],
  problem: 'text' in event ? event.text : null,
}))

/** INS-1: the hosted inspector receives nothing until the person has read which data leaves the browser and agreed. */
export const hostedModel = setup({
  types: {} as { context: HostedModelContext; events: HostedModelEvent },
}).createMachine({
  id: 'hosted model',
  context: { now: 0, did: [], problem: null },
  initial: 'off',
  states: {
    off: { on: { 'person.opensHosted': { target: 'explained', actions: forgets } } },
    explained: {
      tags: 'asking',
      on: {
        'person.agrees': { target: 'opening', actions: opens },
        'person.cancels': 'off',
      },
    },
    opening: {
      tags: 'attached',
      on: {
        'window.connects': 'on',
        'browser.refusesWindow': { target: 'refused', actions: fails },
        'window.isClosed': 'off',
        'person.detaches': 'off',
      },
    },
    on: {
      tags: ['attached', 'connected'],
      on: {
        'browser.refusesWindow': { target: 'refused', actions: fails },
        'window.isClosed': 'off',
        'person.detaches': 'off',
      },
    },
    refused: { tags: 'error', on: { 'person.opensHosted': { target: 'explained', actions: forgets } } },
  },
})
