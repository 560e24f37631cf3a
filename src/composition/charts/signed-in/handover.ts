import { fromCallback, fromPromise } from 'xstate'
import { handoverMachine } from '../../../machines/handover/handover.machine.ts'
import { readHandoverNote, storeHandoverNote } from '../../../services/handover/handover-note.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { removePersonData } from '../../../services/session/person-data.ts'
import { watchSessionEnd } from '../../../services/session/session-end.ts'
import { readUserRecord } from '../../../services/session/user-record.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Fetched with the page, so it is loaded when the chart calls it. */
const importApi = () => import('../../../services/handover/handover-api.ts')

/** Provides the shift handover with the server's calls (INC-7). */
export function handover({ http, log, localData }: Neighbours) {
  const call = createCall(http, log)
  const personNow = () => readUserRecord(localData, log)?.user.userId ?? ''
  return handoverMachine.provide({
    actors: {
      loadDraft: fromPromise(async ({ signal }) => (await importApi()).loadHandoverDraft(call, signal)),
      readNote: fromPromise(async () => readHandoverNote(localData, personNow())),
      noteEnd: fromCallback(() => {
        const person = personNow()
        const hasGone = watchSessionEnd(localData, log)
        return () => {
          if (hasGone()) removePersonData(localData, person)
        }
      }),
      accept: fromPromise(async ({ input, signal }) => (await importApi()).acceptHandover(call, input, signal)),
    },
    actions: {
      logFailure: logTo(log),
      keepNote: (_, { note }) => storeHandoverNote(localData, personNow(), note),
    },
  })
}
