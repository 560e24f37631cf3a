import { sendTo, setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Who is at the panel; told again and again, changed or not. */
export type InspectorOfferEvent =
  /** Somebody with the permission `qa`. */
  | { type: 'offer.allowed' }
  /** Somebody without it. */
  | { type: 'offer.denied' }
  /** The session is over, and nobody knows who comes next. */
  | { type: 'offer.over' }

/** Tells nobody outside any more. */
export interface DetachEvent {
  type: 'recording.detach'
}

/** Whether the inspector is there: its code is fetched for whoever may use it, and for nobody else (INS-1). */
export const inspectorOfferMachine = setup({
  types: {} as { events: InspectorOfferEvent; tags: 'busy'; children: { recording: 'recording' } },
  actors: {
    /** Fetches the code of the inspector. */
    loadInspector: promiseNotProvided<void>('inspectorOffer.loadInspector'),
    /** Records the panel; what was recorded is forgotten with it. */
    recording: callbackNotProvided<DetachEvent>('inspectorOffer.recording'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('inspectorOffer.logFailure'),
    detach: sendTo('recording', { type: 'recording.detach' }),
  },
}).createMachine({
  id: 'inspectorOffer',
  meta: { requirements: ['INS-1'] },
  initial: 'withheld',
  states: {
    withheld: {
      description: 'Nothing is recorded. Code that did not come is fetched at the next chance.',
      on: { 'offer.allowed': 'loading' },
    },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadInspector',
        onDone: 'recorded',
        onError: { target: 'withheld', actions: failed('Inspetor não carregado.') },
      },
      on: { 'offer.denied': 'withheld', 'offer.over': 'withheld' },
    },
    recorded: {
      description:
        'Kept beyond the end of the session, for who comes back; what leaves the browser left it for the person who agreed to it.',
      invoke: {
        id: 'recording',
        src: 'recording',
        onError: { target: 'withheld', actions: failed('Inspetor não carregado.') },
      },
      on: { 'offer.denied': 'withheld', 'offer.over': { actions: 'detach' } },
    },
  },
})
