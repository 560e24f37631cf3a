import type { Incident, IncidentStory } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentDeed } from '../../../contract/wire/requests/incidents.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { useSignedInUser } from '../session/user-hooks.ts'
import { deedsFor, deedWords } from './action-choices.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import { useAskedDeed, useDeedOutcome, useIncidentPage } from './incident-page-hooks.ts'

interface IncidentDeedsProps {
  incident: Incident
  colleagues: IncidentStory['colleagues']
  /** On the server's clock, in milliseconds since the epoch. */
  now: number
}

/** What a person may do about it, each by one press or after a question (INC-3, INC-4). */
export function IncidentDeeds({ incident, colleagues, now }: IncidentDeedsProps) {
  const { userId } = useSignedInUser()
  const { isBusy, message } = useDeedOutcome()
  const asked = useAskedDeed()
  return (
    <div className="incident-deeds d-flex flex-wrap align-items-center gap-10 mb-3">
      {deedsFor(incident, userId).map((deed) => (
        <DeedButton key={deed} deed={deed} isBusy={isBusy} />
      ))}
      <p role="status">{asked === null && message}</p>
      {asked !== null && <IncidentDialog asked={asked} incident={incident} colleagues={colleagues} now={now} />}
    </div>
  )
}

function DeedButton({ deed, isBusy }: { deed: IncidentDeed['deed']; isBusy: boolean }) {
  const page = useIncidentPage()
  return (
    <BusyButton
      className={deed === 'claim' ? 'btn btn-primary' : 'btn btn-quiet'}
      isBusy={isBusy}
      onClick={() =>
        deed === 'claim' || deed === 'release' || deed === 'end-silence'
          ? page?.send({ type: 'deed.do', deed: { deed } })
          : page?.send({ type: 'deed.ask', asked: deed })
      }
    >
      {deedWords[deed]}
    </BusyButton>
  )
}
