import { useSelector } from '@xstate/react'
import { nameOf } from '../../../../contract/devices/device-status.ts'
import { openingText } from '../../../../contract/devices/opening.ts'
import { secondsText } from '../../../../contract/texts/time-texts.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { useCondominiumNames } from '../../condominiums/condominium-hooks.ts'
import { KeyHint } from '../../incidents/worklist/key-hint.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { usePageKeys } from '../../shell/page-keys.ts'
import { ReasonDialog } from '../commands/reason-dialog.tsx'
import { type GateOpeningRef, useGateOpening, useMayOpen } from './opening-hooks.ts'
import '../device-page.css'

interface GateButtonProps {
  device: Device
  /** The key that presses the button, in lower case. */
  pageKey?: string | undefined
}

/** Opens the gate of the device with one press (OPEN-1). Shows nothing if the person or the device cannot open. */
export function GateButton({ device, pageKey }: GateButtonProps) {
  const mayOpen = useMayOpen()
  return mayOpen(device) ? <OfferedGate key={device.wordCode} device={device} pageKey={pageKey} /> : null
}

function OfferedGate({ device, pageKey }: { device: Device; pageKey: string | undefined }) {
  const opening = useGateOpening(device)
  return opening === undefined ? null : <KnownGate device={device} opening={opening} pageKey={pageKey} />
}

interface KnownGateProps {
  device: Device
  opening: GateOpeningRef
  pageKey: string | undefined
}

function KnownGate({ device, opening, pageKey }: KnownGateProps) {
  const isIdle = useSelector(opening, (current) => current.hasTag('idle'))
  const isBusy = useSelector(opening, (current) => current.hasTag('busy'))
  const isAsked = useSelector(opening, (current) => current.hasTag('asked'))
  const { end, problem, refusals } = useSelector(opening, ({ context }) => context)
  const condominium = useCondominiumNames().get(device.condominiumId)
  const gate = condominium === undefined ? nameOf(device) : `${nameOf(device)}, ${condominium}`
  const press = () => opening.send({ type: 'gate.press' })
  usePageKeys(pageKey === undefined ? [] : [{ key: pageKey, what: `abrir ${nameOf(device)}`, press }])
  return (
    <div className="d-flex flex-wrap align-items-center gap-10">
      <BusyButton
        isBusy={isBusy}
        isOff={!isIdle}
        aria-keyshortcuts={pageKey}
        // A held Enter clicks again and again.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault()
        }}
        onClick={press}
      >
        Abrir {gate} {pageKey !== undefined && <KeyHint of={pageKey} />}
      </BusyButton>
      <div role="status">
        {isBusy && 'Abrindo…'}
        {end !== null && (
          <p className={`device-outcome ${tones[end.outcome]}`}>{openingText(end, secondsText(end.at))}</p>
        )}
      </div>
      {isAsked && (
        <ReasonDialog
          title={`Abrir ${gate}`}
          confirm="Abrir"
          problem={problem}
          refusals={refusals}
          onEdited={() => opening.send({ type: 'gate.edited' })}
          onConfirm={(typed) => opening.send({ type: 'gate.confirm', typed })}
          onDrop={() => opening.send({ type: 'gate.drop' })}
        >
          <p>O portão abre assim que você confirmar.</p>
        </ReasonDialog>
      )}
    </div>
  )
}

const tones = { opened: 'tone-ok', refused: 'tone-bad', unsent: 'tone-bad', unknown: 'tone-warn' } as const
