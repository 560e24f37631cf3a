import type { CondominiumField, CondominiumFields, CondominiumProblems } from '../../../contract/fields/condominium.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import type { CondominiumRecord } from '../../services/condominiums/condominium-record-api.ts'
import type { CallFailure } from '../parts/call-failure.ts'
import type { AddressOrigin } from './condominium-field-rules.ts'

export interface CondominiumFormInput {
  /** Null for one that is to be registered. */
  id: string | null
  /** Whose condominium a new one will be. */
  customersId: string
}

export interface CondominiumFormContext extends CondominiumFormInput, AddressOrigin {
  /** As it was when it was read: what changes are measured from. */
  record: CondominiumRecord | null
  fields: CondominiumFields
  problems: CondominiumProblems
  /** How often problems were found, so that a view can lead to the first one each time. */
  refusals: number
  failure: CallFailure | null
  /** The record as somebody else left it. */
  theirs: CondominiumRecord | null
  /** Where the person was going when asked about what is unsaved. */
  destination: string
}

export type CondominiumFormEvent =
  /** `text` as typed, its mask included. */
  | { type: 'form.edit'; field: CondominiumField; text: string }
  | { type: 'form.save' }
  | { type: 'form.reload' }
  /** The form's own: another CEP stands in its field. */
  | { type: 'cep.entered' }
  | { type: 'cep.retry' }
  /** The three ways out of a conflict. */
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }
  /** A link leads away. */
  | { type: 'form.leave'; to: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.stay' }
  /** The page with the form went or came back: Back can't be held, so that what is unsaved waits. */
  | { type: 'form.hidden' }
  | { type: 'form.shown' }
  | { type: 'form.discard' }

/** What the form tells its supervisor. */
export interface CondominiumFormReport {
  type: 'condominium.saved'
  condominium: Condominium
  isNew: boolean
}
