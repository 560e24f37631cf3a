import { Link } from 'wouter'
import { agoText } from '../../../contract/texts/time-texts.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { DeviceStatusMark } from '../devices/status/status-mark.tsx'
import { HiddenAlarms } from '../incidents/hidden-alarms.tsx'
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
export function SituationBand({
  situation: { tone, text, detail, checkedAt, placeId, isIsolated },
}: {
  situation: Situation
}) {
  const Icon = isIsolated ? IsolatedMark : icons[tone]
  return (
    <div className={`card situation gap-3 mb-3 tone-${tone}`}>
      <Icon />
      <div>
        <p className="situation-text fw-semibold text-anywhere">
          {placeId == null ? text : <TextWithPlace text={text} placeId={placeId} />}
        </p>
        <p className="situation-detail text-soft text-sm">
          {detail !== '' && `${detail} `}
          {checkedAt !== null && <LastCheck at={checkedAt} />}
        </p>
      </div>
      <HiddenAlarms />
    </div>
  )
}

/** Links the name of the condominium in the text (ALERT-2). */
function TextWithPlace({ text, placeId }: { text: string; placeId: string }) {
  const name = useCondominiumNames().get(placeId) ?? ''
  const at = text.indexOf(name)
  if (name === '' || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      {/* No stop for the keyboard: the row below has the same link, and three keys must retry a device (PAGE-1). */}
      <Link href={condominiumAddress(placeId)} tabIndex={-1}>
        {name}
      </Link>
      {text.slice(at + name.length)}
    </>
  )
}

function LastCheck({ at }: { at: number }) {
  const ago = useByTime(({ serverNow }) => agoText(serverNow - at))
  return <>Última verificação {ago}.</>
}

function IsolatedMark() {
  return <DeviceStatusMark deviceStatus="isolated" />
}
