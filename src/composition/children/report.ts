import { navigate } from 'wouter/use-browser-location'
import { fromPromise } from 'xstate'
import { reportMachine } from '../../machines/incidents/report.machine.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { readCommentDraft, storeCommentDraft } from '../../services/incidents/comment-drafts.ts'
import { writeReport } from '../../services/incidents/incidents-api.ts'
import { readUserRecord } from '../../services/session/user-record.ts'
import { incidentAddress } from '../../ui/incidents/incident-address.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

/** Key of the unsent text among the unsent comments. */
const draftId = 'new'

/** Provides the form for a written occurrence with the server's call (BOOK-1). The page loads this chunk. */
export function report({ http, log, localData }: Pick<Neighbours, 'http' | 'log' | 'localData'>) {
  const call = createCall(http, log)
  const personNow = () => readUserRecord(localData, log)?.user.userId ?? ''
  return reportMachine.provide({
    actors: {
      readDraft: fromPromise(async () => readCommentDraft(localData, personNow(), draftId)),
      write: fromPromise(({ input, signal }) => writeReport(call, input, signal)),
    },
    actions: {
      logFailure: logTo(log),
      keepDraft: (_, { text }) => storeCommentDraft(localData, personNow(), draftId, text),
      showIncident: (_, { answer }) => {
        if (answer.kind === 'written') navigate(incidentAddress(answer.incident.id), { replace: true })
      },
    },
  })
}
