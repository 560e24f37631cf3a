import * as v from 'valibot'
import { alarmLoad } from '../answers/alarm-load.ts'
import { incidentConflict, incidentList, incidentPage, incidentSchema, incidentStory } from '../answers/incidents.ts'
import { incidentAction, incidentsQuery } from '../requests/incidents.ts'
import { errorsOfCondominium, get, post, type Route } from '../route.ts'
import { existingTime } from '../scalars.ts'

/** In days: what is older is kept no longer than 90 by default. */
export const longestLoad = 31
const mostCuts = 2 * longestLoad + 2
const cutsText = `Informe datas ISO separadas por vírgula, no máximo ${mostCuts}.`

/** A time, and where to cut it into shifts that nobody handed over (06:00 and 18:00 where the panel is). */
export const alarmLoadQuery = v.pipe(
  v.object({
    from: existingTime,
    to: existingTime,
    cuts: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(',').flatMap((each) => (each === '' ? [] : new Date(each)))),
        v.check((cuts) => cuts.length <= mostCuts && cuts.every((cut) => !Number.isNaN(cut.getTime())), cutsText),
      ),
      '',
    ),
  }),
  v.forward(
    v.check(({ from, to }) => {
      const ms = to.getTime() - from.getTime()
      return ms > 0 && ms <= longestLoad * 86_400_000
    }, `Escolha um período de no máximo ${longestLoad} dias, que termine depois de começar.`),
    ['to'],
  ),
)

/** What this server has beyond the specification; one that answers 404 has none of it, and the panel shows none (INC). */
export const capabilities = v.object({ incidents: v.optional(v.boolean(), false) })

export const incidentRoutes = {
  capabilities: {
    ...get,
    path: '/capabilities',
    access: 'signedIn',
    summary: 'What this server has beyond the specification. A server that has none of it answers 404.',
    answer: capabilities,
  },
  openIncidents: {
    ...get,
    path: '/incidents/open',
    access: 'signedIn',
    summary:
      'What is wrong at the condominiums that the person may see, and what has been over for less than 30 minutes, newest first (INC-1). What befalls most condominiums at once is everybody’s.',
    answer: incidentList,
  },
  pastIncidents: {
    ...get,
    path: '/incidents',
    access: 'signedIn',
    summary: 'Those that are over, 50 at a time, newest first.',
    query: incidentsQuery,
    answer: incidentPage,
    errors: { ...errorsOfCondominium, 422: 'a cursor that is none' },
  },
  alarmLoad: {
    ...get,
    path: '/alarm-load',
    access: 'signedIn',
    summary:
      'How often people were called in a time, per shift, and by what most (INC-9). Shifts of others are told to whoever holds `audit:read`.',
    query: alarmLoadQuery,
    answer: alarmLoad,
    errors: { 422: 'no times, more than 31 days, or an end before the beginning' },
  },
  incident: {
    ...get,
    path: '/incidents/:id',
    access: 'signedIn',
    summary: 'One incident with its story.',
    answer: incidentStory,
    errors: { 403: 'not one of this person’s condominiums', 404: 'no such incident, or another customer’s' },
  },
  incidentAction: {
    ...post,
    path: '/incidents/:id/deeds',
    access: 'signedIn',
    records: ['incident'],
    summary:
      'A person claims it, gives it back or to somebody else, comments, silences it, ends that, or closes it with a word (INC-3, INC-4). Answers how it stands then.',
    body: incidentAction,
    answer: incidentSchema,
    errors: {
      403: 'not one of this person’s condominiums',
      404: 'no such incident, or another customer’s',
      409: 'it does not stand so that this can be done: somebody else was first, or it is over',
      422: 'no such deed, no words, a time that is past or more than 12 hours ahead, or nobody who sees it',
    },
    errorBodies: { 409: incidentConflict },
  },
} as const satisfies Record<string, Route>
