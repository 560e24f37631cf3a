import type { Invited, PersonRecord } from '../../services/people/people-api.ts'
import type { CallFailure } from '../parts/call-failure.ts'
import type { PersonFields, PersonProblems } from './person-fields.ts'

export interface PersonFormContext {
  /** Null for somebody new. */
  id: string | null
  /** The person as he was read: what changes are measured from. */
  record: PersonRecord | null
  fields: PersonFields
  problems: PersonProblems
  /** How often problems were found, so that a view can lead to the first one each time. */
  refusals: number
  failure: CallFailure | null
  /** The person as somebody else left him. */
  theirs: PersonRecord | null
  /** Who has just been invited, and the link that is shown this once. */
  invited: Invited | null
  /** Where whoever is at the panel was going when asked about what is unsaved. */
  destination: string
}

export type PersonFormEvent =
  | { type: 'form.edit'; change: Partial<PersonFields> }
  | { type: 'form.save' }
  | { type: 'form.reload' }
  /** Another one is to be invited. */
  | { type: 'form.again' }
  /** Something else was done to the person: what was read is old. */
  | { type: 'person.stale' }
  /** The three ways out of a conflict. */
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }
  /** A link leads away. */
  | { type: 'form.leave'; to: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.stay' }

/** What the form tells its supervisor. */
export interface PersonFormReport {
  type: 'person.saved'
}
