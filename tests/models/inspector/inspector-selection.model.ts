import { and, not, setup, stateIn } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** The breaker of a device ends, and starts again as another actor with the same name. */
export type Breaker = 'none' | 'first' | 'firstEnded' | 'second'

export type Shown = 'panel' | 'session' | 'breaker-1' | 'breaker-2' | 'old-panel' | 'old-breaker'

export interface SelectionModelContext extends ModelContext {
  breaker: Breaker
  shown: Shown
  /** Name from a link, of an actor that does not exist. */
  wanted: 'breaker' | 'unknown' | null
}

export type SelectionModelEvent =
  | { type: 'person.opens' }
  | { type: 'person.leaves' }
  | { type: 'person.chooses'; actor: 'session' | 'breaker-1' | 'stranger' }
  | { type: 'link.wants'; name: 'breaker' | 'unknown' }
  | { type: 'person.pauses' }
  | { type: 'person.follows' }
  /** To a moment at which the first breaker ran. */
  | { type: 'person.goesBack' }
  | { type: 'person.showsFile' }
  | { type: 'person.closesFile' }
  | { type: 'breaker.begins' }
  | { type: 'breaker.ends' }

const { did, update } = modelActions<SelectionModelContext, SelectionModelEvent>()
/** The actor that a link names: an ended actor, until the next actor with its name begins. */
const meant = { none: null, first: 'breaker-1', firstEnded: 'breaker-1', second: 'breaker-2' } as const
const shows = (shown: Shown) => update(() => ({ shown, wanted: null }))
const wants = update((_, event) => (event.type === 'link.wants' ? { wanted: event.name } : {}))
const begins = update(({ breaker }) => ({ breaker: breaker === 'none' ? 'first' : 'second' }))
const showsMeant = update(({ breaker, shown }) => ({ shown: meant[breaker] ?? shown }))
const showsFirst = update(() => ({ shown: 'breaker-1' }))
const clearsWanted = update(() => ({ wanted: null }))
const ends = update(() => ({ breaker: 'firstEnded' }))
const opensFile = [did(entry('asks', 'readFile', 'gravação.json')), shows('old-panel')]

const mayChoose = {
  'person.chooses': [
    { guard: 'isSession', actions: shows('session') },
    { guard: 'isFirstBreaker', actions: shows('breaker-1') },
  ],
  'person.showsFile': { target: '#ofFile', actions: opensFile },
} as const

/**
 * INS-1: the selected actor. While the page is open, a requested actor is selected as soon as the actor exists, even if the actor has
 * ended. In live mode, an ended actor is replaced by the next actor with its name; at a past moment, an actor that did not run yet is
 * replaced by the one with its name that ran.
 */
export const selectionModel = setup({
  types: {} as { context: SelectionModelContext; events: SelectionModelEvent },
  guards: {
    isSession: ({ event }) => event.type === 'person.chooses' && event.actor === 'session',
    isFirstBreaker: ({ context, event }) =>
      event.type === 'person.chooses' && event.actor === 'breaker-1' && context.breaker !== 'none',
    isWantedInPanel: and([
      not(stateIn({ moment: 'ofFile' })),
      ({ context: { wanted, breaker } }) => wanted === 'breaker' && meant[breaker] !== null,
    ]),
    isWantedInFile: and([stateIn({ moment: 'ofFile' }), ({ context }) => context.wanted === 'breaker']),
    isSucceeded: and([
      stateIn({ moment: 'now' }),
      ({ context: { shown, breaker } }) => shown === 'breaker-1' && breaker === 'second',
    ]),
    isPreceded: and([stateIn({ moment: 'longAgo' }), ({ context }) => context.shown === 'breaker-2']),
  },
}).createMachine({
  id: 'selection model',
  context: { now: 0, did: [], breaker: 'none', shown: 'panel', wanted: null },
  type: 'parallel',
  on: {
    'link.wants': { actions: wants },
    'breaker.begins': { actions: begins },
    'breaker.ends': { actions: ends },
  },
  states: {
    page: {
      initial: 'closed',
      states: {
        closed: { on: { 'person.opens': { target: 'open', actions: did(entry('asks', 'growth')) } } },
        open: {
          tags: 'present',
          always: [
            { guard: 'isWantedInPanel', actions: [showsMeant, clearsWanted] },
            { guard: 'isWantedInFile', actions: shows('old-breaker') },
            { guard: 'isSucceeded', actions: showsMeant },
            { guard: 'isPreceded', actions: showsFirst },
          ],
          on: { 'person.leaves': 'closed' },
        },
      },
    },
    moment: {
      initial: 'now',
      states: {
        now: { tags: 'following', on: { ...mayChoose, 'person.pauses': 'past', 'person.goesBack': 'longAgo' } },
        past: { on: { ...mayChoose, 'person.follows': 'now', 'person.goesBack': 'longAgo' } },
        longAgo: { on: { ...mayChoose, 'person.follows': 'now' } },
        ofFile: {
          id: 'ofFile',
          on: {
            'person.showsFile': { actions: opensFile },
            'person.closesFile': { target: 'now', actions: update(() => ({ shown: 'panel' })) },
          },
        },
      },
    },
  },
})
