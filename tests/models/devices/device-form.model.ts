import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type Field = 'name' | 'model' | 'ip' | 'port' | 'wordCode' | 'condominiumId'

const right = {
  ...{ wordCode: 'av-01', condominiumId: 'c1', name: 'Leitor', model: 'X' },
  ...{ ip: '10.0.0.1', port: '80' },
}

/** Values that a person enters for a device, and the fields that a rule rejects (DEV-6). */
export const entries = {
  right: { entered: right, wrong: [] },
  unnamed: { entered: { ...right, name: ' ' }, wrong: ['name'] },
  empty: {
    entered: { wordCode: '', condominiumId: '', name: '', model: '', ip: '', port: '' },
    wrong: ['name', 'model', 'ip', 'port', 'wordCode', 'condominiumId'],
  },
} as const satisfies Record<string, { entered: Record<Field, string>; wrong: readonly Field[] }>

export type Entry = keyof typeof entries

const target = { wordCode: 'AV-01', condominiumId: 'c1' } as const
const fields = { name: 'Leitor', model: 'X', ip: '10.0.0.1', port: 80 } as const

/** The record as loaded, and as another person has saved it: equal here; `edit-conflict.test.ts` compares versions. */
export const record = {
  ...target,
  ...fields,
  active: true,
  status: 'online',
  lastContactAt: null,
  latencyMs: null,
  etag: '"1"',
} as const

/** The operation that saves the values; `device` is the device of the form. */
export const operation = { kind: 'edit', target, fields, record } as const

/** How the operation ends, and the field error that results (contract "Devices"). */
export const ends = {
  succeeded: { outcome: 'succeeded', held: {} },
  refused: { outcome: 'refused', held: {} },
  failed: { outcome: 'failed', held: {} },
  cancelled: { outcome: 'cancelled', held: {} },
  forbidden: { outcome: 'rejected', held: {} },
  taken: { outcome: 'rejected', held: { wordCode: 'Este código já está em uso.' } },
  stale: { outcome: 'rejected', held: {} },
  wrong: { outcome: 'rejected', held: { ip: 'Fora da rede.', port: 'Já usada.' } },
} as const satisfies Record<string, { outcome: string; held: Partial<Record<Field, string>> }>

export type End = keyof typeof ends

/** Ends of other operations than the form's own. */
export const others = {
  sameDevice: { kind: 'test', target: operation.target },
  itsReset: { kind: 'reset', target: operation.target, reason: 'Cabo trocado' },
  otherDevice: { kind: 'test', target: { wordCode: 'AV-02', condominiumId: 'c1' } },
} as const

export type Other = keyof typeof others

export interface DeviceFormModelContext extends ModelContext {
  /** By field: 'rule', or the text of the service. */
  problems: Readonly<Partial<Record<Field, string>>>
  refusals: number
  failure: End | null
  /** Whether the fields differ from their first values. */
  isUnsaved: boolean
  isAsked: boolean
}

export type DeviceFormModelEvent =
  | { type: 'person.saves'; entry: Entry }
  | { type: 'person.types'; field: Field; isChanged: boolean }
  | { type: 'link.leavesPage' }
  | { type: 'person.stays' }
  | { type: 'person.leaves' }
  | { type: 'person.keepsMine' }
  | { type: 'person.takesTheirs' }
  | { type: 'person.goesOn' }
  | { type: 'saving.isBarred' }
  | { type: 'saving.ends'; end: End }
  | { type: 'otherOperation.ends'; other: Other }

const { did, update } = modelActions<DeviceFormModelContext, DeviceFormModelEvent>()
const dismisses = did(entry('reports', 'device.dismiss', { wordCode: 'AV-01' }))
const fails = update((_, event) => (event.type === 'saving.ends' ? { failure: event.end } : {}))

const leaving = {
  'link.leavesPage': { guard: 'isUnsaved', actions: update(() => ({ isAsked: true })) },
  'person.stays': { actions: update(() => ({ isAsked: false })) },
  'person.leaves': {
    guard: 'isAsked',
    actions: [update(() => ({ isAsked: false, isUnsaved: false })), did(entry('does', 'followLink', '/devices'))],
  },
} as const

/**
 * DEV-6, the form of a device: errors are shown beside their fields; after saving, the device page reports the result.
 * If another person has changed the device meanwhile, nothing is saved and the user chooses. Leaving with unsaved changes needs confirmation, except while saving.
 */
export const deviceFormModel = setup({
  types: {} as { context: DeviceFormModelContext; events: DeviceFormModelEvent },
  actions: {
    forgets: update(() => ({ problems: {}, failure: null })),
    marks: update(({ refusals }, event) => {
      if (event.type === 'person.saves')
        return {
          problems: Object.fromEntries(entries[event.entry].wrong.map((field) => [field, 'rule'])),
          refusals: refusals + 1,
        }
      return event.type === 'saving.ends' ? { problems: ends[event.end].held, refusals: refusals + 1 } : {}
    }),
    unmarks: update(({ problems }, event) =>
      event.type === 'person.types'
        ? {
            problems: Object.fromEntries(Object.entries(problems).filter(([field]) => field !== event.field)),
            isUnsaved: event.isChanged,
          }
        : {},
    ),
  },
  guards: {
    breaksRules: ({ event }) => event.type === 'person.saves' && entries[event.entry].wrong.length > 0,
    succeeds: ({ event }) => event.type === 'saving.ends' && event.end === 'succeeded',
    isStale: ({ event }) => event.type === 'saving.ends' && event.end === 'stale',
    namesFields: ({ event }) => event.type === 'saving.ends' && Object.keys(ends[event.end].held).length > 0,
    isUnsaved: ({ context }) => context.isUnsaved,
    isAsked: ({ context }) => context.isAsked,
    wasInTheWay: ({ event }) => event.type === 'otherOperation.ends' && event.other === 'sameDevice',
  },
}).createMachine({
  id: 'device form model',
  context: { now: 0, did: [], problems: {}, refusals: 0, failure: null, isUnsaved: false, isAsked: false },
  initial: 'editing',
  states: {
    editing: {
      initial: 'untried',
      on: {
        'person.saves': [
          { guard: 'breaksRules', target: '.unready', actions: ['forgets', 'marks'] },
          { target: 'saving', actions: ['forgets', did(entry('reports', 'form.operate', { operation }))] },
        ],
        'person.types': { actions: 'unmarks' },
        ...leaving,
      },
      states: {
        untried: {},
        unready: {},
        refused: { tags: 'marked' },
        failed: {},
        barred: { tags: 'barred', on: { 'otherOperation.ends': { guard: 'wasInTheWay', target: 'untried' } } },
      },
    },
    saving: {
      tags: 'busy',
      on: {
        'saving.isBarred': 'editing.barred',
        'saving.ends': [
          {
            guard: 'succeeds',
            target: 'saved',
            actions: [update(() => ({ isUnsaved: false })), did(entry('does', 'showDevice', 'AV-01'))],
          },
          { guard: 'isStale', target: 'conflict', actions: dismisses },
          { guard: 'namesFields', target: 'editing.refused', actions: ['marks', fails, dismisses] },
          { target: 'editing.failed', actions: [fails, dismisses] },
        ],
      },
    },
    conflict: {
      tags: 'conflict',
      on: {
        ...leaving,
        'person.keepsMine': { target: 'saving', actions: did(entry('reports', 'form.operate', { operation })) },
        'person.takesTheirs': { target: 'editing', actions: update(() => ({ isUnsaved: false })) },
        'person.goesOn': 'editing',
      },
    },
    saved: {},
  },
})
