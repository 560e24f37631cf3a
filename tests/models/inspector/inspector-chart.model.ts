import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/**
 * Chart of each actor: two actors share one chart, a service has none, and the file has another version of the chart.
 */
export const chartOf = {
  panel: 'live panel',
  'breaker-1': 'live breaker',
  'breaker-2': 'live breaker',
  call: null,
  'old-panel': 'file panel',
} as const

export type Actor = keyof typeof chartOf

export interface ChartModelContext extends ModelContext {
  shown: Actor
  /** Chart on screen; the previous chart stays until the next one is ready. */
  drawn: string | null
  /** Whether the chart on screen belongs to another recording than the selected actor. */
  isForeign: boolean
  folded: readonly string[]
}

export type ChartModelEvent =
  | { type: 'person.chooses'; actor: Exclude<Actor, 'old-panel'> }
  | { type: 'link.wants'; actor: 'breaker-1' }
  | { type: 'person.showsFile' }
  | { type: 'person.closesFile' }
  | { type: 'person.retries' }
  | { type: 'person.folds'; states: readonly string[] }
  | { type: 'person.savesPicture' }
  | { type: 'chart.isReady' }
  | { type: 'chart.isImpossible' }

const { did, update } = modelActions<ChartModelContext, ChartModelEvent>()
const asks = update(({ did, shown, folded }) => ({
  did: [...did, entry('asks', 'layOut', [chartOf[shown], ...folded].join(' '))],
}))
const folds = update((_, event) => (event.type === 'person.folds' ? { folded: event.states } : {}))
const chooses = update((_, event) => ('actor' in event ? { shown: event.actor } : {}))
const reads = update(({ did }) => ({
  did: [...did, entry('asks', 'readFile', 'gravação.json')],
  shown: 'old-panel',
  isForeign: true,
}))
const returns = update(() => ({ shown: 'panel', isForeign: true }))
const draws = update(({ shown }) => ({ drawn: chartOf[shown], isForeign: false }))
const clears = update(() => ({ drawn: null }))
const fails = update(({ did }) => ({
  drawn: null,
  did: [...did, entry('does', 'logFailure', 'Gráfico não desenhado.')],
}))

/** INS-1: the selected actor's chart is drawn once for all actors that share it; late drawings are dropped. */
export const chartModel = setup({
  types: {} as { context: ChartModelContext; events: ChartModelEvent },
  guards: {
    isOfFile: ({ context }) => context.shown === 'old-panel',
    hasNone: ({ context }) => chartOf[context.shown] === null,
    isOnScreen: ({ context: { shown, drawn, isForeign } }) => !isForeign && chartOf[shown] === drawn,
  },
}).createMachine({
  id: 'chart model',
  context: {
    now: 0,
    did: [entry('asks', 'growth'), entry('asks', 'layOut', chartOf.panel)],
    shown: 'panel',
    drawn: null,
    isForeign: false,
    folded: [],
  },
  initial: 'laying',
  on: {
    'person.chooses': [{ guard: 'isOfFile' }, { target: '.looking', actions: chooses }],
    'link.wants': { target: '.looking', actions: chooses },
    'person.showsFile': { target: '.looking', actions: reads },
    'person.closesFile': { guard: 'isOfFile', target: '.looking', actions: returns },
    'person.folds': { target: '.laying', reenter: true, actions: [folds, asks] },
    'person.savesPicture': { actions: did(entry('does', 'savePicture', 'breaker.svg')) },
  },
  states: {
    looking: {
      always: [
        { guard: 'hasNone', target: 'none' },
        { guard: 'isOnScreen', target: 'drawn' },
        { target: 'laying', actions: asks },
      ],
    },
    none: { entry: clears, on: { 'person.folds': {} } },
    laying: {
      tags: 'drawing',
      on: {
        'chart.isReady': { target: 'drawn', actions: draws },
        'chart.isImpossible': { target: 'undrawable', actions: fails },
      },
    },
    drawn: { tags: 'drawn' },
    undrawable: { tags: 'undrawable', on: { 'person.retries': { target: 'laying', actions: asks } } },
  },
})
