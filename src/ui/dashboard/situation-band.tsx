import { agoText } from '../../../contract/texts/time-texts.ts'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { AlertIcon } from '../parts/icons/alert-icon.tsx'
import { CheckIcon } from '../parts/icons/icons.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import type { Situation } from './situation.ts'
import type { Tone } from './tone.ts'

const icons: Record<Tone, () => React.ReactNode> = {
  ok: CheckIcon,
  warn: AlertIcon,
  bad: AlertIcon,
  neutral: () => <DeviceStatusMark deviceStatus="unknown" />,
}

/** Shows the situation in one sentence, readable from three metres away (PAGE-1). */
export function SituationBand({ situation: { tone, text, detail, checkedAt, isIsolated } }: { situation: Situation }) {
  const Icon = isIsolated ? IsolatedMark : icons[tone]
  return (
    <div className={`card situation gap-3 mb-3 tone-${tone}`}>
      <Icon />
      <div>
        <p className="situation-text fw-semibold text-anywhere">{text}</p>
        <p className="situation-detail text-soft text-sm">
          {detail !== '' && `${detail} `}
          {checkedAt !== null && <LastCheck at={checkedAt} />}
        </p>
      </div>
    </div>
  )
}

function LastCheck({ at }: { at: number }) {
  const ago = useByTime(({ serverNow }) => agoText(serverNow - at))
  return <>Última verificação {ago}.</>
}

function IsolatedMark() {
  return <DeviceStatusMark deviceStatus="isolated" />
}
