import { fromPromise } from 'xstate'
import { incidentRoutes } from '../../../../contract/wire/routes/incidents.ts'
import { incidentsMachine } from '../../../machines/incidents/incidents.machine.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { actOnIncident, featuresOffered } from '../../../services/incidents/incidents-api.ts'
import { hadNoIncidents, keepIncidentsHint } from '../../../services/incidents/incidents-hint.ts'
import { isPageSeen } from '../../../services/page/page-seen.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo } from '../../neighbours.ts'
import type { SignedInNeighbours } from '../page/last-known.ts'

const late = lateCode(() => import('../../children/incident-worklist.ts'))

const lateReport = lateCode(() => import('../../children/report.ts'))

/** Fetches the chart of the form for a written occurrence. The page starts this load ahead of time. */
export const importReport = lateReport.load

/** Fetches the chart of the worklist. The page fetches it ahead. */
export const importIncidentWorklist = late.load

/** Provides the incidents with the server's calls (INC). */
export function incidents({ http, remembering, log, localData, config: { apiUrl } }: SignedInNeighbours) {
  const call = createCall(remembering.http, log)
  return incidentsMachine.provide({
    actors: {
      askOffered: fromPromise(({ signal }) => featuresOffered(call, signal)),
      loadOpen: fromPromise(async ({ signal }) => dataOf(await call(incidentRoutes.openIncidents, { signal })).result),
      claim: fromPromise(({ input: { id }, signal }) => actOnIncident(call, { id, deed: { deed: 'claim' } }, signal)),
      worklist: lateChart(late, (code) => code.incidentWorklist({ http, log, localData })),
      report: lateChart(lateReport, (code) => code.report({ http, log, localData })),
    },
    actions: {
      logFailure: logTo(log),
      keepHint: (_, { isOffered }) => keepIncidentsHint(localData, apiUrl, isOffered),
    },
    guards: { hadNone: () => hadNoIncidents(localData, apiUrl), isSeen: isPageSeen },
  })
}
