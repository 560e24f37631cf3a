import { fromPromise } from 'xstate'
import { deferred } from '../../../machines/parts/deferred.ts'
import { peopleMachine } from '../../../machines/people/people.machine.ts'
import type { personPage } from '../../children/person-page.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

type Late = typeof import('../../children/person-page.ts')

let late: Late | null = null

/** Fetches the calls and the chart of the people pages, which few people may open. The pages fetch it ahead. */
export async function importPersonPage(): Promise<Late> {
  late ??= await import('../../children/person-page.ts')
  return late
}

/** Provides the customer's people with the server's calls (ACC-2). */
export function people(neighbours: Neighbours) {
  let page: ReturnType<typeof personPage> | null = null
  return peopleMachine.provide({
    actors: {
      loadPeople: fromPromise(async ({ signal }) => (await importPersonPage()).loadPeople(neighbours, signal)),
      page: deferred(() => {
        if (late === null) throw new Error('a page was opened before its code was loaded')
        page ??= late.personPage(neighbours)
        return page
      }),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}
