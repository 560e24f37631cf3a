import type { Incident, IncidentStory } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useLostFocusReturned } from '../parts/lost-focus.ts'
import { useSignedInUser } from '../session/user-hooks.ts'
import { actionsFor, actionWords } from './action-choices.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import { useActionOutcome, useAskedAction, useIncidentPage } from './incident-page-hooks.ts'

interface IncidentActionsProps {
  incident: Incident
  colleagues: IncidentStory['colleagues']
  /** On the server's clock, in milliseconds since the epoch. */
  now: number
}

/** Shows the actions for an incident, each with one click or after a dialog (INC-3, INC-4). */
export function IncidentActions({ incident, colleagues, now }: IncidentActionsProps) {
  const { userId } = useSignedInUser()
  const { isBusy, message } = useActionOutcome()
  const asked = useAskedAction()
  const actions = actionsFor(incident, userId)
  useLostFocusReturned(actions.join())
  return (
    <div className="incident-deeds d-flex flex-wrap align-items-center gap-10 mb-3">
      {actions.map((deed) => (
        <ActionButton key={deed} deed={deed} isBusy={isBusy} />
      ))}
      <p role="status">{asked === null && message}</p>
      {asked !== null && <IncidentDialog asked={asked} incident={incident} colleagues={colleagues} now={now} />}
    </div>
  )
}

function ActionButton({ deed, isBusy }: { deed: IncidentAction['deed']; isBusy: boolean }) {
  const page = useIncidentPage()
  return (
    <BusyButton
      className={deed === 'claim' ? 'btn btn-primary' : 'btn btn-quiet'}
      isBusy={isBusy}
      onClick={() =>
        deed === 'claim' || deed === 'release' || deed === 'end-silence'
          ? page?.send({ type: 'action.do', deed: { deed } })
          : page?.send({ type: 'action.ask', asked: deed })
      }
    >
      {actionWords[deed]}
    </BusyButton>
  )
}
