import { type ComponentProps, useRef } from 'react'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { resetKey } from '../../../machines/devices/commands/device-commands.machine.ts'
import type { DeviceCommand } from '../../../machines/devices/commands/device-confirmation.machine.ts'
import { type DeviceOperation, undoOf } from '../../../machines/devices/device-operation-protocol.ts'
import { usePing } from '../../health/health-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { BusyButton } from '../../parts/busy-button.tsx'
import { useFocusHandedOn } from '../../parts/handed-on-focus.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { useCircuit, useDeviceConfirmation, useDeviceOperation, useOperationCancelling } from '../device-hooks.ts'
import { GateButton } from '../openings/gate-button.tsx'
import { ConfirmationDialog } from './confirmation-dialog.tsx'
import { useDeletion } from './deletion-hooks.ts'
import { deletingTexts } from './deletion-texts.ts'
import { isUnderWay, type OperationView } from './device-operation-view.ts'
import { mayBeDone, outcomeText, progressText, waitText } from './operation-texts.ts'

interface DeviceActionsProps {
  device: Device
  now: number
  /** Whether the device cannot be deleted here. */
  isBrief?: boolean
  /** The key that opens the gate of the device, in lower case. */
  openKey?: string
}

/** Commands for the device, with progress and outcome (A11Y-3) and confirmation (LIVE-11). */
export function DeviceActions({ device, now, isBrief = false, openKey }: DeviceActionsProps) {
  const { wordCode, condominiumId, active } = device
  const target = { wordCode, condominiumId }
  const devices = useFlow('devices')
  const permissions = usePermissions()
  const operation = useDeviceOperation(wordCode)
  const reset = useDeviceOperation(resetKey(wordCode))
  const deletion = useDeletion(wordCode)
  const question = useDeviceConfirmation()
  const activation = useRef<HTMLButtonElement>(null)
  const mayWrite = permissions.includes('device:write')
  const mayReset = permissions.includes('device:reset')
  const circuit = useCircuit(wordCode)
  const isIsolated = circuit.state === 'FORCED_OPEN'
  const isPausedOnServer = (usePing(wordCode)?.health?.state ?? 'CLOSED') !== 'CLOSED'
  const mayResume = circuit.state !== 'CLOSED' || circuit.failureCount > 0 || isPausedOnServer
  const isBusy = isUnderWay(operation)
  const isDeleting = deletion?.phase === 'busy'
  const isAskable = question !== undefined && !isDeleting
  const undo = operation?.phase === 'succeeded' ? undoOf(operation.operation) : null

  function operate(wanted: DeviceOperation) {
    devices.send({ type: 'device.operate', operation: wanted })
  }
  function ask(command: DeviceCommand) {
    question?.send({ type: 'command.ask', command })
  }
  function takeBack(wanted: DeviceOperation) {
    // The button 'Desfazer' disappears when the operation starts.
    activation.current?.focus()
    operate(wanted)
  }
  const runs = (kind: OperationView['kind']) => isBusy && operation?.kind === kind
  return (
    <div className="device-actions gap-12 mb-3">
      <GateButton device={device} pageKey={openKey} />
      {(mayWrite || mayReset) && (
        <div className="d-flex flex-wrap align-items-center gap-10">
          {mayWrite && (
            <>
              <BusyButton
                isOff={isBusy || isDeleting}
                isBusy={runs('test')}
                onClick={() => operate({ kind: 'test', target })}
              >
                Testar dispositivo
              </BusyButton>
              <BusyButton
                className="btn btn-quiet"
                isOff={isBusy || !isAskable}
                isBusy={runs('restart')}
                onClick={() => ask({ kind: 'restart', target })}
              >
                Reiniciar
              </BusyButton>
            </>
          )}
          {mayReset && (
            <>
              {(mayResume || isUnderWay(reset)) && (
                <ResumeButton
                  text={isIsolated ? 'Encerrar isolamento' : 'Retomar agora'}
                  isOff={isUnderWay(reset) || question === undefined}
                  isBusy={isUnderWay(reset)}
                  onClick={() => ask({ kind: isIsolated ? 'release' : 'reset', target })}
                />
              )}
              <BusyButton
                className="btn btn-quiet"
                isOff={!isAskable}
                isBusy={false}
                onClick={() => ask({ kind: 'isolate', target, span: '1h' })}
              >
                {isIsolated ? 'Mudar isolamento' : 'Isolar'}
              </BusyButton>
            </>
          )}
          {mayWrite && (
            <span className="device-destructive d-inline-flex flex-wrap gap-10 ms-auto">
              <BusyButton
                className="btn btn-quiet"
                isOff={isBusy || !isAskable}
                isBusy={runs('activate')}
                ref={activation}
                onClick={() => ask({ kind: 'activate', target, active: !active })}
              >
                {active ? 'Desativar' : 'Ativar'}
              </BusyButton>
              {!isBrief && (
                <BusyButton
                  className="btn btn-quiet"
                  isOff={isBusy || !isAskable}
                  isBusy={isDeleting}
                  onClick={() => ask({ kind: 'delete', target })}
                >
                  Excluir
                </BusyButton>
              )}
            </span>
          )}
        </div>
      )}
      {isBusy && operation !== null && <Progress operation={operation} wordCode={wordCode} now={now} />}
      <div role="status" className="d-grid gap-2">
        <Outcome operation={operation} now={now} />
        <Outcome operation={reset} now={now} />
        {isIsolated && <p className="visually-hidden">Dispositivo isolado.</p>}
        {isDeleting && <p>{deletingTexts[deletion.way]}</p>}
        {deletion?.phase === 'failed' && (
          <p className="device-outcome tone-bad">
            O dispositivo não foi excluído. {deletion.message} Tente novamente mais tarde.
          </p>
        )}
      </div>
      <OutcomeDetails operation={operation} />
      {mayWrite && undo !== null && operation?.active === active && !isDeleting && (
        <button type="button" className="btn btn-quiet device-undo" onClick={() => takeBack(undo)}>
          Desfazer
        </button>
      )}
      {question !== undefined && <ConfirmationDialog question={question} device={device} now={now} />}
    </div>
  )
}

/** Only there while something is paused; hands its focus to the button beside it. */
function ResumeButton({ text, ...button }: { text: string } & ComponentProps<typeof BusyButton>) {
  const ref = useFocusHandedOn<HTMLButtonElement>((resume) => resume.parentElement?.querySelector('button'))
  return (
    <BusyButton ref={ref} className="btn btn-quiet" {...button}>
      {text}
    </BusyButton>
  )
}

/** The countdown is outside the live region: screen readers announce only start and end. */
function Progress({ operation, wordCode, now }: { operation: OperationView; wordCode: string; now: number }) {
  const cancel = useOperationCancelling(wordCode)
  return (
    <div className="d-flex flex-wrap align-items-center gap-10">
      <p>{operation.phase === 'waiting' ? waitText(operation, now) : progressText(operation)}</p>
      <button type="button" className="btn btn-quiet btn-sm" onClick={cancel}>
        Cancelar
      </button>
    </div>
  )
}

/** Shows the fields of the error on request, with the specification's terms (spec §8). */
function OutcomeDetails({ operation }: { operation: OperationView | null }) {
  const { phase, error } = operation ?? {}
  if (!error || (phase !== 'refused' && phase !== 'failed')) return null
  return (
    <details className="outcome-details text-soft text-sm">
      <summary>Detalhes técnicos</summary>
      <p>
        {error.name}: {error.message}
        {'status' in error && ` (status ${error.status})`}
      </p>
    </details>
  )
}

function Outcome({ operation, now }: { operation: OperationView | null; now: number }) {
  if (operation === null) return null
  if (isUnderWay(operation))
    return operation.kind === 'reset' ? null : (
      <p className="visually-hidden">{progressText({ ...operation, attempts: 1 })}</p>
    )
  const tone = { succeeded: 'tone-ok', cancelled: 'tone-neutral' } as const
  const { phase } = operation
  return (
    <p className={`device-outcome ${phase === 'succeeded' || phase === 'cancelled' ? tone[phase] : 'tone-bad'}`}>
      {operation.undoes && phase === 'succeeded' && 'Desfeito. '}
      {outcomeText(operation, now)}
      {mayBeDone(operation) && ' O pedido pode ter chegado ao dispositivo mesmo assim: confira no local.'}
    </p>
  )
}
