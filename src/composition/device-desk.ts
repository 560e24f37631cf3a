import { fromPromise } from 'xstate'
import { deviceBulkMachine } from '../machines/devices/device-bulk.machine.ts'
import { deviceTimelineMachine } from '../machines/devices/device-timeline.machine.ts'
import type { DeskCharts } from '../machines/devices/devices.machine.ts'
import { textCopyMachine } from '../machines/parts/text-copy.machine.ts'
import { createTimelineApi } from '../services/devices/timeline-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

/** What the pages of devices work with, and nothing else does: a chunk that comes with them. */
export function deviceDesk({ log, healthHttp }: Pick<Neighbours, 'log' | 'healthHttp'>): DeskCharts {
  const api = createTimelineApi(healthHttp, log)
  const actions = { logFailure: logTo(log) }
  return {
    copy: textCopyMachine.provide({
      actors: { write: fromPromise(({ input: { text } }) => navigator.clipboard.writeText(text)) },
      actions,
    }),
    timeline: deviceTimelineMachine.provide({
      actors: {
        loadPage: fromPromise(({ input: { wordCode, before }, signal }) => api.page(wordCode, before, signal)),
      },
      actions,
    }),
    bulk: deviceBulkMachine,
  }
}
