import { sendTo, setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** The access of the current user to the inspector; sent repeatedly, also without a change. */
export type InspectorOfferEvent =
  /** The user has the permission `qa`. */
  | { type: 'offer.allowed' }
  /** The user lacks the permission `qa`. */
  | { type: 'offer.denied' }
  /** The session has ended; the next user is not known yet. */
  | { type: 'offer.over' }

/** Stops sending data out of the browser. */
export interface DetachEvent {
  type: 'recording.detach'
}

/** Whether the inspector is available: its page is loaded only for users with the permission (INS-1). */
export const inspectorOfferMachine = setup({
  types: {} as { events: InspectorOfferEvent; tags: 'busy'; children: { recording: 'recording' } },
  actors: {
    /** Loads the code of the inspector. */
    loadInspector: promiseNotProvided<void>('inspectorOffer.loadInspector'),
    /** Records the panel; stopping this actor deletes the recording. */
    recording: callbackNotProvided<DetachEvent>('inspectorOffer.recording'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('inspectorOffer.logFailure'),
    /** Deletes the recording from the time before the person was known. */
    discard: effectNotProvided('inspectorOffer.discard'),
    detach: sendTo('recording', { type: 'recording.detach' }),
  },
}).createMachine({
  id: 'inspectorOffer',
  meta: { requirements: ['INS-1'] },
  initial: 'withheld',
  states: {
    withheld: {
      description:
        'The panel is recorded until a user without the permission signs in. Code that failed to load is fetched at the next `offer.allowed`.',
      on: { 'offer.allowed': 'loading', 'offer.denied': { actions: 'discard' } },
    },
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadInspector',
        onDone: 'recorded',
        onError: { target: 'withheld', actions: failed('Inspetor não carregado.') },
      },
      on: { 'offer.denied': { target: 'withheld', actions: 'discard' }, 'offer.over': 'withheld' },
    },
    recorded: {
      description:
        'Recording continues after the session has ended; sending data out of the browser stops at that time.',
      invoke: {
        id: 'recording',
        src: 'recording',
        onError: { target: 'withheld', actions: failed('Inspetor não carregado.') },
      },
      on: { 'offer.denied': 'withheld', 'offer.over': { actions: 'detach' } },
    },
  },
})
