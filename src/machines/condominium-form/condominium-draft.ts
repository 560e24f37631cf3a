import {
  type CondominiumField,
  type CondominiumFields,
  condominiumFieldNames,
  condominiumProblems,
  excessProblem,
  keptText,
} from '../../../contract/fields/condominium.ts'
import type { CepAnswer } from '../../services/condominiums/cep-api.ts'
import type { CondominiumRecord, SaveAnswer } from '../../services/condominiums/condominium-record-api.ts'
import { refusedFields } from '../parts/refused-fields.ts'
import { changedFields, emptyCondominiumFields, fieldsOf, onTop, withAddress } from './condominium-field-rules.ts'
import type { CondominiumFormContext, CondominiumFormReport } from './condominium-form-protocol.ts'

type Context = CondominiumFormContext

/** The context after a record was read; null for a new condominium. */
export function asRead(record: CondominiumRecord | null) {
  return { record, fields: readFields(record), typed: [], filled: {}, theirs: null }
}

export function afterTyping({ fields, typed, problems }: Context, field: CondominiumField, text: string) {
  const { [field]: _, ...left } = problems
  const kept = keptText(field, text)
  const excess = excessProblem(field, kept)
  return {
    fields: { ...fields, [field]: kept },
    problems: excess === undefined ? left : { ...left, [field]: excess },
    typed: [...new Set(typed).add(field)],
  }
}

export function afterLookUp({ fields, typed, filled }: Context, answer: CepAnswer) {
  return answer.kind === 'found' ? withAddress(fields, { typed, filled }, answer.address) : {}
}

export function afterCheck({ fields, refusals }: Context) {
  return { problems: condominiumProblems(fields), refusals: refusals + 1 }
}

/** The context after an answer to a save that did not succeed. */
export function afterAnswer({ refusals }: Context, answer: SaveAnswer): Partial<Context> {
  if (answer.kind === 'conflict') return { theirs: answer.theirs }
  if (answer.kind === 'saved') return {}
  if (!namesFields(answer)) return { failure: { status: 422, message: answer.message } }
  return { problems: refusedFields(condominiumFieldNames, answer.fields), refusals: refusals + 1 }
}

/** Applies the user's changes to the version that another user has saved. */
export function afterKeepingMine({ record, fields, theirs }: Context) {
  return { record: theirs, fields: onTop(readFields(record), fields, readFields(theirs)), theirs: null }
}

export function isChanged({ record, fields }: Context): boolean {
  return changedFields(readFields(record), fields).length > 0
}

/** Whether a refusal names fields of the form. */
export function namesFields(answer: SaveAnswer): boolean {
  return answer.kind === 'refused' && Object.keys(refusedFields(condominiumFieldNames, answer.fields)).length > 0
}

/** Throws unless the answer is `saved`. */
export function savedReport({ id }: Context, answer: SaveAnswer): CondominiumFormReport {
  if (answer.kind !== 'saved') throw new Error(`expected a 'saved' answer, got ${answer.kind}`)
  return { type: 'condominium.saved', condominium: answer.condominium, isNew: id === null }
}

/** The fields of a record, or empty fields without one. */
export function readFields(record: CondominiumRecord | null): CondominiumFields {
  return record === null ? emptyCondominiumFields : fieldsOf(record.condominium)
}
