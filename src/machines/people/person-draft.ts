import type { PersonSaveAnswer } from '../../services/people/people-api.ts'
import { changedFields, type PersonProblems, personProblems, readFields, refusedFields } from './person-fields.ts'
import type { PersonFormContext } from './person-form-protocol.ts'

/** The rules that the form's input breaks, as far as they can be checked without the server. */
export function problemsOf({ id, fields }: PersonFormContext): PersonProblems {
  return personProblems(fields, { isNew: id === null })
}

/** Whether the form has unsaved changes. */
export function isChanged({ record, fields }: PersonFormContext): boolean {
  return changedFields(readFields(record), fields).length > 0
}

/** The changes of the context after an answer to a save. */
export function afterAnswer({ refusals }: PersonFormContext, answer: PersonSaveAnswer): Partial<PersonFormContext> {
  switch (answer.kind) {
    case 'invited':
      return { invited: { person: answer.person, link: answer.link }, fields: readFields(null) }
    case 'saved':
      return { record: answer.record, fields: readFields(answer.record) }
    case 'conflict':
      return { theirs: answer.theirs }
    case 'refused': {
      const problems = refusedFields(answer.fields)
      if (Object.keys(problems).length > 0) return { problems, refusals: refusals + 1 }
      return { failure: { status: 409, message: answer.message } }
    }
  }
}
