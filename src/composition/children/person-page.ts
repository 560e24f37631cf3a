import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import type { Person } from '../../../contract/wire/answers/people.ts'
import { peopleRoutes } from '../../../contract/wire/routes/people.ts'
import { personActMachine } from '../../machines/people/person-act.machine.ts'
import { bodyOf } from '../../machines/people/person-fields.ts'
import { personFormMachine } from '../../machines/people/person-form.machine.ts'
import { personPageMachine } from '../../machines/people/person-page.machine.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { changeAccess, changePerson, invitePerson, readPerson } from '../../services/people/people-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { proof, provenCall } from './proof.ts'

type Called = Pick<Neighbours, 'http' | 'log'>

/** Loads all people of the customer. Throws a `CallError`. */
export async function loadPeople({ http, log }: Called, signal: AbortSignal): Promise<Person[]> {
  return dataOf(await createCall(http, log)(peopleRoutes.people, { signal })).result
}

/** Provides the page of one person with the server's calls (ACC-2). */
export function personPage({ http, log }: Called) {
  const call = provenCall({ http, log })
  const logFailure = logTo(log)
  return personPageMachine.provide({
    actors: {
      form: personFormMachine.provide({
        actors: {
          readPerson: fromPromise(({ input, signal }) => readPerson(call, input.id, signal)),
          save: fromPromise(({ input: { record, fields }, signal }) =>
            record === null
              ? invitePerson(call, { ...bodyOf(fields), email: fields.email.trim() }, signal)
              : changePerson(call, record, bodyOf(fields), signal),
          ),
        },
        actions: { followLink: (_, { destination }) => navigate(destination), logFailure },
      }),
      act: personActMachine.provide({
        actors: { perform: fromPromise(({ input, signal }) => changeAccess(call, input, signal)) },
        actions: { logFailure },
      }),
      proof: proof({ http, log }),
      loadHistory: fromPromise(
        async ({ input: { id }, signal }) =>
          dataOf(await call(peopleRoutes.personHistory, { params: { id }, signal })).result,
      ),
    },
    actions: { logFailure },
  })
}
