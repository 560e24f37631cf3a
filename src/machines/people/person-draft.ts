import type { PersonSaveAnswer } from '../../services/people/people-api.ts'
import { changedFields, type PersonProblems, personProblems, readFields, refusedFields } from './person-fields.ts'
import type { PersonFormContext } from './person-form-protocol.ts'

/** What is wrong with what stands in the form, as far as this side can tell. */
export function problemsOf({ id, fields }: PersonFormContext): PersonProblems {
  return personProblems(fields, { isNew: id === null })
}

/** Whether anything would be lost with the form. */
export function isChanged({ record, fields }: PersonFormContext): boolean {
  return changedFields(readFields(record), fields).length > 0
}

/** What a server that was asked to save had to say. */
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
