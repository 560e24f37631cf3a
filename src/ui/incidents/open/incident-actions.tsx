import type { IncidentStory } from '../../../../contract/wire/answers/incident-story.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { useLostFocusReturned } from '../../parts/lost-focus.ts'
import { useSignedInUser } from '../../session/user-hooks.ts'
import { usePageKeys } from '../../shell/page-keys.ts'
import { isAddressed } from '../incident-address.ts'
import { KeyHint } from '../worklist/key-hint.tsx'
import { worklistKeys } from '../worklist/worklist-keys.ts'
import { actionsFor, actionWords, type OwnAction } from './action-choices.ts'
import { IncidentDialog } from './incident-dialog.tsx'
import { useActionOutcome, useAskedAction, useIncidentPage } from './open-incident-hooks.ts'

interface IncidentActionsProps {
  story: IncidentStory
  /** On the server's clock, in milliseconds since the epoch. */
  now: number
}

/** Actions that have a button and, most of them, a key; a comment has its own field. */
type ButtonAction = Exclude<OwnAction, 'comment'>

const keys: Readonly<Partial<Record<ButtonAction, { key: string; what: string }>>> = {
  claim: { key: worklistKeys.claim, what: 'cuidar desta ocorrência' },
  silence: { key: worklistKeys.silence, what: 'silenciar esta ocorrência' },
  close: { key: worklistKeys.close, what: 'encerrar esta ocorrência' },
}

/** Shows the actions for an incident, each with one click or after a dialog (INC-3, INC-4). */
export function IncidentActions({ story, now }: IncidentActionsProps) {
  const { incident, colleagues, isOwnerPresent } = story
  const { userId } = useSignedInUser()
  const { isBusy, message, of } = useActionOutcome()
  const asked = useAskedAction()
  const page = useIncidentPage()
  const actions = actionsFor(incident, userId, isOwnerPresent).filter((deed) => deed !== 'comment')
  useLostFocusReturned(actions.join())
  const begin = (deed: ButtonAction) =>
    deed === 'claim' || deed === 'take-over' || deed === 'release' || deed === 'end-silence'
      ? page?.send({ type: 'action.do', deed: { deed } })
      : page?.send({ type: 'action.ask', asked: deed })
  usePageKeys(
    actions.flatMap((deed) => {
      const found = keys[deed]
      if (found === undefined) return []
      const press = () => {
        if (isAddressed(incident)) begin(deed)
      }
      return [{ ...found, press }]
    }),
  )
  return (
    <div className="incident-deeds d-flex flex-wrap align-items-center gap-10 mb-3">
      {actions.map((deed) => (
        <BusyButton
          key={deed}
          className={deed === 'claim' || deed === 'take-over' ? 'btn btn-primary' : 'btn btn-quiet'}
          isBusy={isBusy && of === 'incident'}
          isOff={isBusy}
          aria-keyshortcuts={keys[deed]?.key}
          onClick={() => begin(deed)}
        >
          {actionWords[deed]}
          {keys[deed] !== undefined && <KeyHint of={keys[deed].key} />}
        </BusyButton>
      ))}
      <p role="status">{asked === null && of === 'incident' && message}</p>
      {asked !== null && (
        <IncidentDialog
          asked={asked}
          incident={incident}
          colleagues={colleagues.filter(({ id }) => id !== userId)}
          now={now}
        />
      )}
    </div>
  )
}
