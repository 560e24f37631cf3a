import { assign, setup } from 'xstate'
import { now } from '../parts/clock.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { latest, type Visit } from './visits.ts'

interface VisitsContext {
  userId: string
  /** Newest first. */
  visits: readonly Visit[]
}

/** The user opened the page of a condominium or device, or selected a condominium. */
export type VisitsEvent = { type: 'place.visited' } & Omit<Visit, 'at'>

/** The pages that the user has recently visited in this browser, which the search lists first (PAGE-6). */
export const visitsMachine = setup({
  types: {} as { context: VisitsContext; events: VisitsEvent; input: { userId: string } },
  actors: {
    /** Reads the user's visits from local storage. */
    readVisits: promiseNotProvided<readonly Visit[], { userId: string }>('visits.readVisits'),
  },
  actions: {
    storeVisits: effectNotProvided('visits.storeVisits'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('visits.logFailure'),
    takeKept: assign(({ context, self }, { visits }: { visits: readonly Visit[] }) => ({
      visits: latest([...context.visits, ...visits], now(self)),
    })),
    noteVisit: assign(({ context, self }, { kind, id }: Omit<Visit, 'at'>) => ({
      visits: latest([{ kind, id, at: now(self) }, ...context.visits], now(self)),
    })),
  },
}).createMachine({
  id: 'visits',
  meta: { requirements: ['BOOT-3', 'PAGE-6'] },
  context: ({ input: { userId } }) => ({ userId, visits: [] }),
  on: { 'place.visited': { actions: [{ type: 'noteVisit', params: ({ event }) => event }, 'storeVisits'] } },
  initial: 'reading',
  states: {
    reading: {
      description: 'Visits during the read are placed before the stored ones.',
      invoke: {
        src: 'readVisits',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: {
          target: 'read',
          actions: [{ type: 'takeKept', params: ({ event }) => ({ visits: event.output }) }, 'storeVisits'],
        },
        onError: { target: 'read', actions: failed('Páginas visitadas ilegíveis.') },
      },
    },
    read: {},
  },
})
