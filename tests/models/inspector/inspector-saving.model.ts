import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Children of the inspector, with the message that is logged if each one fails. */
export const neighbours = {
  sender: 'Envio de eventos interrompido.',
  simulator: 'Simulador interrompido.',
  hosted: 'Inspetor externo interrompido.',
  replayMaker: 'Testes de gravações interrompidos.',
  brake: 'Parada de atores interrompida.',
  pageFaults: 'Falhas da página interrompidas.',
  growth: 'Gravação não acompanhada.',
} as const

export type Neighbour = keyof typeof neighbours

export interface SavingModelContext extends ModelContext {
  problem: string | null
  /** Children that are still running. */
  running: readonly Neighbour[]
}

export type SavingModelEvent =
  | { type: 'person.saves' }
  | { type: 'person.describes' }
  | { type: 'person.cancels' }
  | { type: 'person.savesReport' }
  | { type: 'file.isWritten' }
  | { type: 'file.isNotWritten'; text: string }
  | { type: 'child.breaks'; name: Neighbour }

const { update } = modelActions<SavingModelContext, SavingModelEvent>()
const logs = (did: readonly string[], text: string) => [...did, entry('does', 'logFailure', text)]
const writes = update(({ did }) => ({ did: [...did, entry('asks', 'writeFile', 'live')], problem: null }))
const fails = update(({ did }, event) => ({
  did: logs(did, 'Gravação não exportada.'),
  problem: 'text' in event ? event.text : null,
}))
const loses = update(({ did, running }, event) =>
  event.type === 'child.breaks'
    ? { did: logs(did, neighbours[event.name]), running: running.filter((name) => name !== event.name) }
    : {},
)

/**
 * INS-1: the inspector saves the recording as a file, one file at a time; a report has a note. If a child fails, the inspector logs the
 * failure and continues.
 */
export const savingModel = setup({
  types: {} as { context: SavingModelContext; events: SavingModelEvent },
}).createMachine({
  id: 'saving model',
  context: {
    now: 0,
    did: [entry('asks', 'growth')],
    problem: null,
    running: ['sender', 'simulator', 'hosted', 'replayMaker', 'brake', 'pageFaults', 'growth'],
  },
  initial: 'idle',
  on: { 'child.breaks': { actions: loses } },
  states: {
    idle: { on: { 'person.saves': { target: 'writing', actions: writes }, 'person.describes': 'describing' } },
    describing: {
      tags: 'describing',
      entry: update(() => ({ problem: null })),
      on: { 'person.savesReport': { target: 'writing', actions: writes }, 'person.cancels': 'idle' },
    },
    writing: {
      tags: 'writing',
      on: {
        'file.isWritten': 'written',
        'file.isNotWritten': { target: 'idle', actions: fails },
      },
    },
    written: {
      tags: 'written',
      on: { 'person.saves': { target: 'writing', actions: writes }, 'person.describes': 'describing' },
    },
  },
})
