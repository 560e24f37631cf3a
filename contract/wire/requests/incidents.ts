import * as v from 'valibot'
import { choiceTexts, reportPlaceRule, wordsRule } from '../../fields/incident-words.ts'
import { keeps } from '../../fields/person.ts'
import { longestSilenceMs } from '../../incidents/incident-rules.ts'
import { reportGravities, reportTopics } from '../answers/incidents.ts'
import { count, existingTime, id } from '../scalars.ts'

/** A text that a person enters: not empty, at most 500 characters, only characters that the database can store. */
const words = v.pipe(v.string('Preencha este campo.'), v.trim(), keeps(wordsRule))

/** A step, by the run of the procedure and the position in this run. An incident that reopens or grows gets a new run. */
const stepOfRun = { run: id, step: count }

const actions = [
  v.object({ deed: v.literal('claim') }),
  v.object({ deed: v.literal('release') }),
  v.object({ deed: v.literal('hand-over'), to: id }),
  v.object({ deed: v.literal('take-over') }),
  v.object({ deed: v.literal('comment'), text: words }),
  v.object({ deed: v.literal('silence'), reason: words, until: existingTime }),
  v.object({ deed: v.literal('end-silence') }),
  v.object({ deed: v.literal('close'), word: words, unmetReason: v.exactOptional(words) }),
  v.object({ deed: v.literal('do-step'), ...stepOfRun }),
  v.object({ deed: v.literal('skip-step'), ...stepOfRun, reason: words }),
  v.object({ deed: v.literal('reopen-step'), ...stepOfRun }),
  v.object({ deed: v.literal('call'), ...stepOfRun, to: words, isAnswered: v.boolean() }),
] as const

/**
 * An action of a person on an incident (INC-3, INC-4, PROC-2). `until` is in the future, at most 12 hours.
 * `unmetReason`: why required steps are open. `to`: the called person, with the telephone.
 */
export const incidentAction = v.variant(
  'deed',
  actions,
  `Escolha um destes: ${actions.map(({ entries }) => entries.deed.literal).join(', ')}.`,
)

/**
 * A written occurrence (BOOK-1). `where`: the location within the condominium. `isOver`: the matter is settled, so the
 * server stores the occurrence closed.
 */
export const newReport = v.object({
  condominiumId: id,
  topic: v.picklist(reportTopics, choiceTexts.topic),
  gravity: v.picklist(reportGravities, choiceTexts.gravity),
  where: v.optional(v.pipe(v.string(), v.trim(), keeps(reportPlaceRule)), ''),
  text: words,
  isOver: v.optional(v.boolean(), false),
})

export type NewReport = v.InferInput<typeof newReport>

export type IncidentAction = v.InferInput<typeof incidentAction>

/** An action on a step of the procedure. */
export type StepAction = Extract<IncidentAction, { run: string }>

export const longestSilenceText = `Silencie por no máximo ${longestSilenceMs / 3_600_000} horas.`

export const incidentsQuery = v.object({ condominiumId: v.optional(id), cursor: v.optional(v.string()) })
