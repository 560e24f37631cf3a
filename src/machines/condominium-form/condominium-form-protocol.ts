import type { CondominiumField, CondominiumFields } from '../../../contract/fields/condominium.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CondominiumRecord } from '../../services/condominiums/condominium-record-api.ts'
import type { RecordFormContext, RecordFormEvent } from '../parts/record-form.ts'
import type { AddressOrigin } from './condominium-field-rules.ts'

export interface CondominiumFormInput {
  /** Null for a new condominium. */
  id: string | null
  /** The customer that a new condominium belongs to. */
  customersId: string
}

export type CondominiumFormContext = CondominiumFormInput &
  AddressOrigin &
  RecordFormContext<CondominiumRecord, CondominiumFields>

export type CondominiumFormEvent =
  /** `text` as typed, with its mask. */
  | { type: 'form.edit'; field: CondominiumField; text: string }
  /** Internal event: the field of the CEP was edited. */
  | { type: 'cep.entered' }
  | { type: 'cep.retry' }
  | RecordFormEvent
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
