import { setup, stateIn } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** First and last stored event: of the live recording at the start, after it has grown, and of the file. */
export const kept = { early: [0, 3], late: [2, 6], file: [10, 12] } as const

export interface MomentModelContext extends ModelContext {
  /** State of the live recording. */
  live: 'early' | 'late'
  /** Number of new events reported to the page. */
  news: number
  /** The page shows the state after this event. */
  seq: number
  fileName: string | null
  problem: string | null
}

export type MomentModelEvent =
  | { type: 'person.opens' }
  | { type: 'person.leaves' }
  | { type: 'person.pauses' }
  | { type: 'person.follows' }
  | { type: 'person.goesTo'; seq: number }
  | { type: 'person.steps'; by: number }
  | { type: 'person.choosesFile'; name: string }
  | { type: 'person.closesFile' }
  | { type: 'link.opens'; seq: number }
  | { type: 'panel.continues' }
  | { type: 'file.isRead' }
  | { type: 'file.isBroken'; text: string }

const { did, update } = modelActions<MomentModelContext, MomentModelEvent>()
const range = ({ fileName, live }: MomentModelContext) => kept[fileName === null ? live : 'file']
const within = (context: MomentModelContext, seq: number) => {
  const [first, last] = range(context)
  return Math.max(first, Math.min(seq, last))
}
const newest = update((context) => ({ seq: range(context)[1] }))
const goes = update((context, event) => ('seq' in event ? { seq: within(context, event.seq) } : {}))
const steps = update((context, event) => ('by' in event ? { seq: within(context, context.seq + event.by) } : {}))
/** Discarded events move the selected moment forward. */
const stays = update((context) => ({ seq: within(context, context.seq) }))
const grows = update(() => ({ live: 'late' }))
const countsNews = update(({ news }) => ({ news: news + 1 }))
const chooses = update(({ did }, event) =>
  event.type === 'person.choosesFile' ? { did: [...did, entry('asks', 'readFile', event.name)], problem: null } : {},
)
const shows = update(() => ({ fileName: 'gravação.json', seq: kept.file[1] }))
const closes = update(() => ({ fileName: null, problem: null }))
const fails = update(({ did }, event) => ({
  problem: 'text' in event ? event.text : null,
  did: [...did, entry('does', 'logFailure', 'Gravação não lida.')],
}))

/** INS-1: the page shows the present or a past moment of the panel or of a file; a file only has past moments. */
export const momentModel = setup({
  types: {} as { context: MomentModelContext; events: MomentModelEvent },
  guards: {
    isOfFile: ({ context }) => context.fileName !== null,
    isPageOpen: stateIn({ page: 'open' }),
    isShown: stateIn({ file: 'shown' }),
    isKept: ({ context, event }) => 'seq' in event && within(context, event.seq) === event.seq,
  },
}).createMachine({
  id: 'moment model',
  context: { now: 0, did: [], live: 'early', news: 0, seq: kept.early[1], fileName: null, problem: null },
  type: 'parallel',
  states: {
    page: {
      initial: 'closed',
      states: {
        closed: { on: { 'person.opens': { target: 'open', actions: did(entry('asks', 'growth')) } } },
        open: { tags: 'present', on: { 'person.leaves': 'closed', 'panel.continues': { actions: countsNews } } },
      },
    },
    moment: {
      initial: 'now',
      on: { 'panel.continues': { actions: grows } },
      states: {
        now: {
          tags: 'following',
          on: {
            'person.pauses': { target: 'past', actions: newest },
            'person.goesTo': { target: 'past', actions: goes },
            'person.steps': { target: 'past', actions: [newest, steps] },
            'file.isRead': { target: 'past', actions: shows },
            'link.opens': { guard: 'isKept', target: 'past', actions: goes },
          },
        },
        past: {
          on: {
            'person.follows': [{ guard: 'isOfFile' }, { target: 'now' }],
            'person.goesTo': { actions: goes },
            'person.steps': { actions: steps },
            'person.opens': { actions: stays },
            'panel.continues': [{ guard: 'isPageOpen', actions: [grows, stays] }, { actions: grows }],
            'file.isRead': { actions: shows },
            'link.opens': { guard: 'isKept', actions: goes },
            'person.closesFile': { guard: 'isShown', target: 'now', actions: closes },
          },
        },
      },
    },
    file: {
      initial: 'none',
      states: {
        none: { on: { 'person.choosesFile': { target: 'reading', actions: chooses } } },
        reading: {
          tags: 'reading',
          on: {
            'file.isRead': 'shown',
            'file.isBroken': [
              { guard: 'isOfFile', target: 'shown', actions: fails },
              { target: 'none', actions: fails },
            ],
          },
        },
        shown: {
          on: {
            'person.choosesFile': { target: 'reading', actions: chooses },
            'person.closesFile': 'none',
          },
        },
      },
    },
  },
})
