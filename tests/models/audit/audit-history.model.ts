import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { handedOver } from './audit-keeping.model.ts'

export interface AuditHistoryModelContext extends ModelContext {
  /** Device on the page. */
  wordCode: string
  /** Ids of the records of the device. */
  history: readonly string[]
  /** Records stored by the browser, not only by this page. */
  isKept: boolean
}

export type AuditHistoryModelEvent =
  | { type: 'outbox.opens' }
  | { type: 'outbox.isRefused' }
  | { type: 'memory.opens' }
  | { type: 'memory.isBroken' }
  | { type: 'person.opensDevice'; wordCode: string }
  | { type: 'record.isStored' }
  | { type: 'storage.reads'; id: string }
  | { type: 'storage.fails' }

type Context = AuditHistoryModelContext
const { did, logs, update } = modelActions<Context, AuditHistoryModelEvent>()
const opensDevice = update((_, event) =>
  event.type === 'person.opensDevice' ? { wordCode: event.wordCode, history: [] } : {},
)
const asks = update(({ did, wordCode }) => ({ did: [...did, entry('asks', 'readHistory', ['u1', wordCode])] }))
const opens = update(({ did }) => ({
  isKept: true,
  did: [...did, entry('asks', 'traces', 'u1'), entry('asks', 'storage'), entry('asks', 'commits', ['u1'])],
}))
const opensMemory = update(({ did }) => ({
  did: [...did, entry('asks', 'traces', 'u1'), entry('asks', 'commits', ['u1'])],
}))
const improvises = did(entry('asks', 'openMemory'))
const commits = did(handedOver('one'))
const takes = update((_, event) => (event.type === 'storage.reads' ? { history: [event.id] } : {}))

/** DEV-6, AUD-2: the page's device records are read again after each stored record. */
export const auditHistoryModel = setup({
  types: {} as { context: Context; events: AuditHistoryModelEvent },
  guards: { isDeviceOpen: ({ context }) => context.wordCode !== '' },
}).createMachine({
  id: 'audit history model',
  context: { now: 0, did: [entry('asks', 'openOutbox')], wordCode: '', history: [], isKept: false },
  initial: 'opening',
  states: {
    opening: {
      on: {
        'person.opensDevice': { actions: opensDevice },
        'outbox.opens': [
          { guard: 'isDeviceOpen', target: 'open.reading', actions: [opens, asks] },
          { target: 'open', actions: opens },
        ],
        'outbox.isRefused': {
          target: 'improvising',
          actions: [logs('Armazenamento recusado pelo navegador.'), improvises],
        },
      },
    },
    improvising: {
      tags: 'volatile',
      on: {
        'person.opensDevice': { actions: opensDevice },
        'memory.opens': [
          { guard: 'isDeviceOpen', target: 'open.reading', actions: [opensMemory, asks] },
          { target: 'open', actions: opensMemory },
        ],
        'memory.isBroken': { target: 'closed', actions: logs('Registro de auditoria não aberto.') },
      },
    },
    closed: { tags: 'volatile' },
    open: {
      initial: 'choosing',
      on: { 'person.opensDevice': { target: '.reading', actions: [opensDevice, asks] } },
      states: {
        choosing: { on: { 'record.isStored': { actions: commits } } },
        reading: {
          on: {
            'record.isStored': { actions: [commits, asks] },
            'storage.reads': { target: 'shown', actions: takes },
            'storage.fails': { target: 'shown', actions: logs('Histórico do dispositivo não lido.') },
          },
        },
        shown: { on: { 'record.isStored': { target: 'reading', actions: [commits, asks] } } },
      },
    },
  },
})
