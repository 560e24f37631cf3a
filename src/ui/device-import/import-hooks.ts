import { shallowEqual, useSelector } from '@xstate/react'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { useFlow } from '../panel-context.tsx'

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

/** How the import of devices stands, as its page tells it. */
export type ImportStatus = (typeof states)[number][0] | 'fresh'

export function useImportStatus(): ImportStatus {
  return useSelector(
    useFlow('deviceImport'),
    (flow) => states.find(([, state]) => flow?.matches(state))?.[0] ?? 'fresh',
  )
}

/** Whether a file is read or sent right now. */
export function useImportBusy(): boolean {
  return useSelector(useFlow('deviceImport'), (flow) => flow?.hasTag('busy') ?? false)
}

const none: readonly ImportRow[] = []

/** The rows of the file at hand; none while they are not to be looked at. */
export function useImportRows(): readonly ImportRow[] {
  return useSelector(useFlow('deviceImport'), (flow) => (flow?.hasTag('rows') ? flow.context.rows : none))
}

/** What the words about the import are made of; `count` is what the last one has stored. */
export function useImportFacts(): { fileName: string; place: string; placeId: string; message: string; count: number } {
  return useSelector(
    useFlow('deviceImport'),
    (flow) => ({
      fileName: flow?.context.chosen?.file.name ?? '',
      place: flow?.context.chosen?.target.name ?? '',
      placeId: flow?.context.chosen?.target.id ?? '',
      message: flow?.context.message ?? '',
      count: flow?.context.count ?? 0,
    }),
    shallowEqual,
  )
}

/** How much of the file has been sent, from 0 to 1. */
export function useImportShare(): number {
  return useSelector(useFlow('deviceImport'), (flow) => flow?.context.share ?? 0)
}
