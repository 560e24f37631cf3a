import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import type { Person } from '../../contract/wire/answers/people.ts'
import { textCopyMachine } from '../machines/parts/text-copy.machine.ts'
import { personActMachine } from '../machines/people/person-act.machine.ts'
import { bodyOf } from '../machines/people/person-fields.ts'
import { personFormMachine } from '../machines/people/person-form.machine.ts'
import { personPageMachine } from '../machines/people/person-page.machine.ts'
import { createPeopleApi } from '../services/people/people-api.ts'
import { logTo, type Neighbours } from './neighbours.ts'

type Called = Pick<Neighbours, 'http' | 'log'>

/** Everybody of the customer. Throws a `CallError`. */
export function loadPeople({ http, log }: Called, signal: AbortSignal): Promise<Person[]> {
  return createPeopleApi(http, log).list(signal)
}

/** The page of one person, with the server behind it (ACC-2). */
export function personPage({ http, log }: Called) {
  const api = createPeopleApi(http, log)
  const logFailure = logTo(log)
  return personPageMachine.provide({
    actors: {
      form: personFormMachine.provide({
        actors: {
          readPerson: fromPromise(({ input, signal }) => api.read(input.id, signal)),
          save: fromPromise(({ input: { record, fields }, signal }) =>
            record === null
              ? api.invite({ ...bodyOf(fields), email: fields.email.trim() }, signal)
              : api.change(record, bodyOf(fields), signal),
          ),
        },
        actions: { followLink: (_, { destination }) => navigate(destination), logFailure },
      }),
      act: personActMachine.provide({
        actors: { perform: fromPromise(({ input: { id, act }, signal }) => api.act(id, act, signal)) },
        actions: { logFailure },
      }),
      copy: textCopyMachine.provide({
        actors: { write: fromPromise(({ input: { text } }) => navigator.clipboard.writeText(text)) },
        actions: { logFailure },
      }),
      loadHistory: fromPromise(({ input, signal }) => api.history(input.id, signal)),
    },
    actions: { logFailure },
  })
}
