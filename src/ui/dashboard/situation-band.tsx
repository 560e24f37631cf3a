import { StandingMark } from '../devices/standing-mark.tsx'
import { AlertIcon } from '../parts/alert-icon.tsx'
import { CheckIcon } from '../parts/icons.tsx'
import type { Situation } from './situation.ts'
import type { Tone } from './tone.ts'

const icons: Record<Tone, () => React.ReactNode> = {
  ok: CheckIcon,
  warn: AlertIcon,
  bad: AlertIcon,
  neutral: () => <StandingMark standing="unknown" />,
}

/** One sentence on how things stand, told apart from three metres away (PAGE-1). */
export function SituationBand({ situation: { tone, text, detail, isIsolated } }: { situation: Situation }) {
  const Icon = isIsolated ? IsolatedMark : icons[tone]
  return (
    <div className={`card situation tone-${tone}`}>
      <Icon />
      <div>
        <p className="situation-text">{text}</p>
        <p className="situation-detail">{detail}</p>
      </div>
    </div>
  )
}

function IsolatedMark() {
  return <StandingMark standing="isolated" />
}
