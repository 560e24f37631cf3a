import type { CondominiumField, CondominiumFields, CondominiumProblems } from '../../../contract/fields/condominium.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CondominiumRecord } from '../../services/condominiums/condominium-record-api.ts'
import type { CallFailure } from '../parts/call-failure.ts'
import type { AddressOrigin } from './condominium-field-rules.ts'

export interface CondominiumFormInput {
  /** Null for a new condominium. */
  id: string | null
  /** The customer that a new condominium belongs to. */
  customersId: string
}

export interface CondominiumFormContext extends CondominiumFormInput, AddressOrigin {
  /** The record as loaded; changes are compared with it. */
  record: CondominiumRecord | null
  fields: CondominiumFields
  problems: CondominiumProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  failure: CallFailure | null
  /** The record as another user has saved it. */
  theirs: CondominiumRecord | null
  /** The address that the user wanted to open when asked about unsaved changes. */
  destination: string
}

export type CondominiumFormEvent =
  /** `text` as typed, with its mask. */
  | { type: 'form.edit'; field: CondominiumField; text: string }
  | { type: 'form.save' }
  | { type: 'form.reload' }
  /** Internal event: the field of the CEP was edited. */
  | { type: 'cep.entered' }
  | { type: 'cep.retry' }
  /** The three ways to resolve a conflict. */
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }
  /** A link to another page was followed. */
  | { type: 'form.leave'; to: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.stay' }
  /** The page with the form was left or opened again: Back cannot be prevented, so unsaved changes are kept. */
  | { type: 'form.hidden' }
  | { type: 'form.shown' }
  | { type: 'form.discard' }

/** Event that the form sends to its supervisor. */
export interface CondominiumFormReport {
  type: 'condominium.saved'
  condominium: Condominium
  isNew: boolean
}
