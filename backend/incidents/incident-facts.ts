import type { Queryable } from '../database/database.ts'
import { appendFactsOf } from '../evidence/append.ts'
import { type Actor, type Fact, theServer } from '../evidence/fact.ts'
import type { MovedIncident } from './moved-incident.ts'

/** What became of incidents enters the chains of their customers; what a person did as that person's deed (EVI-1, INC-3). */
export async function recordNotes(
  transaction: Queryable,
  incidents: readonly MovedIncident[],
  actor: Actor = theServer,
): Promise<void> {
  const facts = incidents.flatMap(({ id, customersId, condominiumId, wordCode, notes, snapshot }) =>
    notes.map(({ act, at, by, to, text, until }) => {
      const fact: Fact = {
        kind: 'incident',
        at,
        actor: by === null ? theServer : actor,
        subject: {
          ...(condominiumId !== null && { condominium: condominiumId }),
          ...(wordCode !== '' && { device: wordCode }),
        },
        data: {
          incident: id,
          of: snapshot.context.kind,
          act,
          ...(to !== null && { to }),
          ...(text !== '' && { text }),
          ...(until !== null && { until: new Date(until).toISOString() }),
        },
      }
      return { customersId, fact }
    }),
  )
  await appendFactsOf(transaction, facts)
}
