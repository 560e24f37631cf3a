import * as v from 'valibot'
import { keeps } from '../../fields/person.ts'
import { lineRule } from '../../fields/rule.ts'
import { procedureKinds } from '../../procedures/procedure-kinds.ts'
import { id, isoTime, namedPerson } from '../scalars.ts'
import { contactRoles } from './contacts.ts'
import { errorBody } from './errors.ts'

/** Largest number of steps in a procedure. */
export const mostSteps = 20

export const stepRule = lineRule({ most: 150, missing: 'Escreva o passo.' })

/** A step of a procedure (PROC-1). `role`: the contact to call; null for a step without call. */
export const procedureStep = v.object({
  text: v.pipe(v.string(), v.trim(), keeps(stepRule)),
  role: v.nullable(v.picklist(contactRoles)),
  isRequired: v.boolean(),
})

export type ProcedureStep = v.InferOutput<typeof procedureStep>

/** The steps in order. If there are no steps, the kind has no procedure. */
export const procedureSchema = v.object({
  kind: v.picklist(procedureKinds),
  steps: v.pipe(v.array(procedureStep), v.maxLength(mostSteps, `Use no máximo ${mostSteps} passos.`)),
})

export type Procedure = v.InferOutput<typeof procedureSchema>

/** The own procedures of a condominium or of the customer, and the procedures that apply to the other kinds. */
export const ownedProcedures = v.object({ own: v.array(procedureSchema), defaults: v.array(procedureSchema) })

export type OwnedProcedures = v.InferOutput<typeof ownedProcedures>

/** The body of a 412: the current procedures. */
export const proceduresChanged = v.object({ ...errorBody.entries, current: ownedProcedures })

/** The own procedures of a condominium, or of the customer (`condominiumId` null). `version` counts their changes. */
const procedureList = v.object({
  condominiumId: v.nullable(id),
  name: v.string(),
  wordCode: v.string(),
  version: v.number(),
  own: v.array(procedureSchema),
})

/** The list of the customer and of each visible condominium. `defaults`: the customer's procedure of each kind. */
export const procedureLists = v.object({ lists: v.array(procedureList), defaults: v.array(procedureSchema) })

export type ProcedureLists = v.InferOutput<typeof procedureLists>

/** Body of an answer 412: the lists as the server has them now. */
export const procedureListsChanged = v.object({ ...errorBody.entries, current: procedureLists })

const procedureCall = v.object({ by: namedPerson, at: isoTime, to: v.string(), isAnswered: v.boolean() })

export type ProcedureCall = v.InferOutput<typeof procedureCall>

/** `unneeded`: the incident ended before a person settled the step. */
export const stepStates = ['open', 'done', 'skipped', 'unneeded'] as const

/** A step with its state; `by` and `at`: who settled it, and when. `reason`: why a person skipped it. */
export const runStep = v.object({
  ...procedureStep.entries,
  state: v.picklist(stepStates),
  by: v.nullable(namedPerson),
  at: v.nullable(isoTime),
  reason: v.string(),
  calls: v.array(procedureCall),
})

export type RunStep = v.InferOutput<typeof runStep>

/** The work on a procedure during an incident. Actions of people name the run by `run` (PROC-2). */
export const procedureRun = v.object({
  run: id,
  kind: v.picklist(procedureKinds),
  isOver: v.boolean(),
  steps: v.array(runStep),
})

export type ProcedureRun = v.InferOutput<typeof procedureRun>
