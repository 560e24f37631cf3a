import type { Invited, PersonRecord } from '../../services/people/people-api.ts'
import type { CallFailure } from '../parts/call-failure.ts'
import type { PersonFields, PersonProblems } from './person-fields.ts'

export interface PersonFormContext {
  /** Null for a new person. */
  id: string | null
  /** The person as loaded; changes are compared with it. */
  record: PersonRecord | null
  fields: PersonFields
  problems: PersonProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  failure: CallFailure | null
  /** The person as another user has saved it. */
  theirs: PersonRecord | null
  /** The person who has just been invited, and the link that is shown only this once. */
  invited: Invited | null
  /** The address that the user wanted to open when asked about unsaved changes. */
  destination: string
}

export type PersonFormEvent =
  | { type: 'form.edit'; change: Partial<PersonFields> }
  | { type: 'form.save' }
  | { type: 'form.reload' }
  /** The user wants to invite another person. */
  | { type: 'form.again' }
  /** The person was changed outside the form: the loaded record is outdated. */
  | { type: 'person.stale' }
  /** The three ways to resolve a conflict. */
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }
  /** A link to another page was followed. */
  | { type: 'form.leave'; to: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.stay' }

/** Event that the form sends to its supervisor. */
export interface PersonFormReport {
  type: 'person.saved'
}
