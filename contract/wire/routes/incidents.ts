import * as v from 'valibot'
import { alarmLoad } from '../answers/alarm-load.ts'
import { fieldsError } from '../answers/errors.ts'
import { incidentStory } from '../answers/incident-story.ts'
import { incidentConflict, incidentList, incidentPage, incidentSchema } from '../answers/incidents.ts'
import { incidentAction, incidentsQuery, newReport } from '../requests/incidents.ts'
import { errorsOfCondominium, get, post, type Route } from '../route.ts'
import { existingTime } from '../scalars.ts'

/** In days. By default the server keeps incidents for 90 days. */
export const longestLoad = 31
const mostCuts = 2 * longestLoad + 2
const cutsText = `Informe datas ISO separadas por vírgula, no máximo ${mostCuts}.`

/** A period, and the hours that cut it into shifts without a handover (06:00 and 18:00 in the panel's time zone). */
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

/**
 * Optional features of this server beyond the specification; a 404 means none, and the panel hides them (INC).
 * `writtenOccurrences`, `procedures` and `onDuty` are parts of `incidents`.
 */
export const capabilities = v.object({
  incidents: v.optional(v.boolean(), false),
  /** Occurrences that a person writes down (BOOK-1). */
  writtenOccurrences: v.optional(v.boolean(), false),
  /** Contacts of condominiums (PROC-1). */
  contacts: v.optional(v.boolean(), false),
  /** Openings of gates; each device states in `canOpen` whether it can open (OPEN-1). */
  open: v.optional(v.boolean(), false),
  procedures: v.optional(v.boolean(), false),
  /** Events of controllers, and the catalogue of their kinds (EVT-1, CALL-4). */
  deviceEvents: v.optional(v.boolean(), false),
  /** The people on duty (CALL-2). */
  onDuty: v.optional(v.boolean(), false),
})

export type Capabilities = v.InferOutput<typeof capabilities>

export const incidentRoutes = {
  capabilities: {
    ...get,
    path: '/capabilities',
    access: 'signedIn',
    summary:
      'The optional features of this server beyond the specification. A server without such features answers 404.',
    answer: capabilities,
  },
  openIncidents: {
    ...get,
    path: '/incidents/open',
    access: 'signedIn',
    summary:
      'Open incidents at the condominiums that the person may see, and incidents that ended less than 30 minutes ago, newest first (INC-1). Every person sees an incident of most condominiums.',
    answer: incidentList,
  },
  pastIncidents: {
    ...get,
    path: '/incidents',
    access: 'signedIn',
    summary: 'Past incidents, 50 per page, newest first.',
    query: incidentsQuery,
    answer: incidentPage,
    errors: { ...errorsOfCondominium, 422: 'an invalid cursor' },
  },
  alarmLoad: {
    ...get,
    path: '/alarm-load',
    access: 'signedIn',
    summary:
      'The number of alarms in a period, per shift, and the devices with most alarms (INC-9). Shifts of other people need the right `audit:read`.',
    query: alarmLoadQuery,
    answer: alarmLoad,
    errors: { 422: 'no period, more than 31 days, or an end before the beginning' },
  },
  incident: {
    ...get,
    path: '/incidents/:id',
    access: 'signedIn',
    summary: 'One incident with its history.',
    answer: incidentStory,
    errors: { 403: 'not one of this person’s condominiums', 404: 'no such incident, or another customer’s' },
  },
  reportIncident: {
    ...post,
    path: '/incidents',
    access: 'signedIn',
    records: ['incident'],
    idempotent: 'by key',
    summary: 'Writes down an occurrence: an incident of the kind `reported`, owned by the writer (BOOK-1).',
    body: newReport,
    answer: incidentSchema,
    errors: { ...errorsOfCondominium, 422: 'no text, or an unknown topic or gravity' },
    errorBodies: { 422: fieldsError },
  },
  incidentAction: {
    ...post,
    path: '/incidents/:id/deeds',
    access: 'signedIn',
    records: ['incident'],
    idempotent: 'by key',
    summary:
      'Claims, releases, hands over, takes over from an absent owner, silences or closes an incident, ends its silence, adds a comment, or works on a step of the procedure (INC-3, INC-4, DESK-5, PROC-2). Answers with the changed incident.',
    body: incidentAction,
    answer: incidentSchema,
    errors: {
      403: 'not one of this person’s condominiums',
      404: 'no such incident, or another customer’s',
      409: 'the incident’s state does not allow the action: another person was first, it is over, or its owner is present; a step of an earlier run of the procedure, or a step that is settled',
      422: 'an unknown action, no text, an end with open required steps and without `unmetReason` (the text of `unmetReason` names the steps), a time in the past or more than 12 hours ahead, or a person who is the caller or the owner, or may not see the incident',
    },
    errorBodies: { 409: incidentConflict },
  },
} as const satisfies Record<string, Route>
