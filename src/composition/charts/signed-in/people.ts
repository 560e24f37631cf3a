import { fromPromise } from 'xstate'
import { peopleMachine } from '../../../machines/people/people.machine.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const late = lateCode(() => import('../../children/person-page.ts'))

/** Fetches the calls and the chart of the people pages, which few people may open. The pages fetch it ahead. */
export const importPersonPage = late.load

const lateIntegrations = lateCode(() => import('../../children/integration-lists.ts'))

export const importIntegrations = lateIntegrations.load

/** Provides the customer's people with the server's calls (ACC-2). */
export function people(neighbours: Neighbours) {
  return peopleMachine.provide({
    actors: {
      loadPeople: fromPromise(async ({ signal }) => (await importPersonPage()).loadPeople(neighbours, signal)),
      page: lateChart(late, (code) => code.personPage(neighbours)),
      integrations: lateChart(lateIntegrations, (code) => code.integrationLists(neighbours)),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}
