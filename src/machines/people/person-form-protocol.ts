import type { Invited, PersonRecord } from '../../services/people/people-api.ts'
import type { RecordFormContext, RecordFormEvent } from '../parts/record-form.ts'
import type { PersonFields } from './person-fields.ts'

export interface PersonFormContext extends RecordFormContext<PersonRecord, PersonFields> {
  /** The person who has just been invited, and the link that is shown only this once. */
  invited: Invited | null
}

export type PersonFormEvent =
  | { type: 'form.edit'; change: Partial<PersonFields> }
  /** The user wants to invite another person. */
  | { type: 'form.again' }
  /** The person was changed outside the form: the loaded record is outdated. */
  | { type: 'person.stale' }
  | RecordFormEvent

/** Event that the form sends to its supervisor. */
export interface PersonFormReport {
  type: 'person.saved'
}
