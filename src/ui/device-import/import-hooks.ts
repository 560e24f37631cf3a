import { shallowEqual } from '@xstate/react'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { flowHook } from '../panel-context.tsx'

const states = [
  ['cancelled', { open: { idle: 'cancelled' } }],
  ['moved', { open: { idle: 'moved' } }],
  ['reading', 'reading'],
  ['refused', { open: 'refused' }],
  ['sound', { open: { preview: 'sound' } }],
  ['faulty', { open: { preview: 'faulty' } }],
  ['withdrawn', { open: { preview: 'withdrawn' } }],
  ['rejected', { open: { preview: 'rejected' } }],
  ['failed', { open: { preview: 'failed' } }],
  ['sending', { uploading: 'sending' }],
  ['awaited', { uploading: 'awaited' }],
  ['done', { open: 'done' }],
] as const

export type ImportStatus = (typeof states)[number][0] | 'fresh'

export const useImportStatus = flowHook(
  'deviceImport',
  (flow) => states.find(([, state]) => flow.matches(state))?.[0] ?? 'fresh',
)

const none: readonly ImportRow[] = []

/** Rows of the current file; empty in states that show no rows. */
export const useImportRows = flowHook('deviceImport', (flow) => (flow.hasTag('rows') ? flow.context.rows : none))

/** Values for the texts of the import; `count` is the number of devices that the last import stored. */
export const useImportFacts = flowHook(
  'deviceImport',
  (flow) => ({
    fileName: flow.context.chosen?.file.name ?? '',
    sheet: flow.context.sheet,
    place: flow.context.chosen?.target.name ?? '',
    placeId: flow.context.chosen?.target.id ?? '',
    message: flow.context.message,
    count: flow.context.count,
  }),
  shallowEqual,
)
