import type { Device } from '../../../contract/wire/answers/devices.ts'
import { type DeviceDeed, isReasonOptional } from '../../machines/devices/device-deed.machine.ts'
import { secondsText } from '../parts/time-texts.ts'
import { nextCallOf } from './circuit-view.ts'
import { useDeedQuestion, useReasonProblem, useReasonRefusals } from './deed-hooks.ts'
import { deedTexts } from './deed-texts.ts'
import { deletionWays } from './deletion-texts.ts'
import { useCircuit } from './device-hooks.ts'
import { nameOf } from './device-verdict.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Says what a deed will do to whom passes at the device, and asks why (LIVE-11). */
export function DeedDialog({ deed, device, now }: { deed: DeviceDeed; device: Device; now: number }) {
  const question = useDeedQuestion()
  const problem = useReasonProblem()
  const refusals = useReasonRefusals()
  const { title, effect, confirm } = deedTexts(deed, nameOf(device))
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      isDangerous={deed.kind === 'delete'}
      isOptional={isReasonOptional(deed)}
      problem={problem}
      refusals={refusals}
      onEdited={() => question?.send({ type: 'deed.edited' })}
      onConfirm={(typed) => question?.send({ type: 'deed.confirm', deed, typed })}
      onDrop={() => question?.send({ type: 'deed.drop' })}
    >
      <p>{effect}</p>
      {deed.kind === 'delete' && <DeletionWays />}
      <PauseNote deed={deed} now={now} />
    </ReasonDialog>
  )
}

/** What is left behind by each way to delete (DEV-5). */
function DeletionWays() {
  return (
    <ol className="deletion-ways">
      {deletionWays.map(({ way, name, leaves }) => (
        <li key={way}>
          <strong>{name}</strong> {leaves}
        </li>
      ))}
    </ol>
  )
}

/** Said before it is asked: nothing would be sent now. */
function PauseNote({ deed, now }: { deed: DeviceDeed; now: number }) {
  const next = nextCallOf(useCircuit(deed.target.wordCode), now)
  if (next.kind !== 'refused' || deed.kind === 'reset' || deed.kind === 'delete') return null
  return <p>O dispositivo está em pausa até {secondsText(next.until)}: o que for pedido antes disso não é enviado.</p>
}
