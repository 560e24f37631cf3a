import { memo } from 'react'
import { Link } from 'wouter'
import { sinceText } from '../../../../contract/texts/time-texts.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { useByTime } from '../../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../../session/user-hooks.ts'
import { useClaim } from '../incident-hooks.ts'
import { incidentIcons } from '../incident-row.tsx'
import { incidentSince, incidentTone, ownerText, silenceText } from '../incident-texts.ts'
import { placesOf, whatText } from './worklist-groups.ts'
import { useWorklist } from './worklist-hooks.ts'
import { worklistKeys } from './worklist-keys.ts'

interface WorklistRowProps {
  incident: Incident
  href: string
  isOpen: boolean
  /** Whether another incident is open, which this one replaces in the browser's history. */
  isReplacing: boolean
  isChosen: boolean
  onFollow: (id: string) => void
}

/**
 * Row of the worklist with two lines of fixed height (DESK-1). Line 1: what happened, and where. Line 2: age, owner,
 * device.
 */
export const WorklistRow = memo(function WorklistRow({
  incident,
  href,
  isOpen,
  isReplacing,
  isChosen,
  onFollow,
}: WorklistRowProps) {
  const { id, kind, life } = incident
  const { userId } = useSignedInUser()
  const { isBusy, refusal } = useClaim(id)
  const worklist = useWorklist()
  const Icon = incidentIcons[kind]
  const what = whatText(incident)
  const [place = '', ...devices] = placesOf(incident)
  const where = [place, ...devices].join(', ')
  const age = useByTime(({ serverNow }) => sinceText(serverNow - incidentSince(incident)))
  const silence = useByTime(({ serverNow }) => (life === 'silenced' ? silenceText(incident, serverNow) : ''))
  const isUnclaimed = life === 'new'
  const who = isBusy ? 'enviando…' : ownerText(incident, userId)
  const status = [age, silence, refusal === '' || isBusy ? who : '', ...devices]
  return (
    <li className={`worklist-row position-relative d-grid align-items-center tone-${incidentTone(incident)}`}>
      {isUnclaimed ? (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Escolher ${what}, ${where}`}
          aria-keyshortcuts={isOpen ? worklistKeys.choose : undefined}
          checked={isChosen}
          onChange={() => worklist?.send({ type: 'choice.set', ids: [id], isChosen: !isChosen })}
        />
      ) : (
        <span />
      )}
      <Icon />
      <Link
        href={href}
        replace={isReplacing}
        className="row-link d-grid min-w-0"
        aria-current={isOpen ? 'true' : undefined}
        data-incident={id}
        title={`${what} · ${where}`}
        onClick={() => onFollow(id)}
      >
        <span className="worklist-row-line">
          {what} <span className="worklist-row-where">· {place}</span>
        </span>
        <span className="worklist-row-line worklist-row-status">
          {refusal !== '' && !isBusy && <span className="text-bad">{refusal} </span>}
          {status.filter(Boolean).join(' · ')}
        </span>
      </Link>
    </li>
  )
})
