import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { nextCallOf } from '../../../../contract/devices/breaker-rules.ts'
import { nameOf } from '../../../../contract/devices/device-status.ts'
import { secondsText, untilText } from '../../../../contract/texts/time-texts.ts'
import type { Device } from '../../../../contract/wire/answers/devices/devices.ts'
import { type IsolationSpan, isolationSpans } from '../../../machines/breaker/isolation-spans.ts'
import {
  type DeviceCommand,
  type deviceConfirmationMachine,
  isReasonOptional,
} from '../../../machines/devices/commands/device-confirmation.machine.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { useCircuit } from '../device-hooks.ts'
import { confirmationTexts, isolationSpanText } from './confirmation-texts.ts'
import { deletionWays } from './deletion-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface ConfirmationDialogProps {
  /** Asks for confirmation before a command. */
  question: ActorRefFrom<typeof deviceConfirmationMachine>
  device: Device
  now: number
}

/** Describes the effect of a command on the people at the device, and asks for the reason (LIVE-11). */
export function ConfirmationDialog({ question, device, now }: ConfirmationDialogProps) {
  const askedNow = useSelector(question, (current) => (current.hasTag('asked') ? current.context.command : null))
  const command = useDeferredValue(askedNow) && askedNow
  const { problem, refusals } = useSelector(question, ({ context }) => context)
  const permissions = usePermissions()
  const isOfCircuit = askedNow?.kind === 'reset' || askedNow?.kind === 'isolate' || askedNow?.kind === 'release'
  const isAllowed = permissions.includes(isOfCircuit ? 'device:reset' : 'device:write')
  useEffect(() => {
    if (!isAllowed) question.send({ type: 'command.drop' })
  }, [question, isAllowed])
  useEffect(() => () => question.send({ type: 'command.drop' }), [question])
  if (command === null || !isAllowed || command.target.wordCode !== device.wordCode) return null
  const { title, effect, confirm } = confirmationTexts(command, nameOf(device))
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      isDangerous={command.kind === 'delete'}
      isOptional={isReasonOptional(command)}
      problem={problem}
      refusals={refusals}
      onEdited={() => question.send({ type: 'command.edited' })}
      onConfirm={(typed, fields) =>
        question.send({ type: 'command.confirm', command: chosenCommand(command, fields), typed })
      }
      onDrop={() => question.send({ type: 'command.drop' })}
    >
      <p>{effect}</p>
      {command.kind === 'delete' && <DeletionWays />}
      {command.kind === 'isolate' && <SpanChoice chosen={command.span} now={now} />}
      <PauseNote command={command} now={now} />
    </ReasonDialog>
  )
}

/** The ways to delete, each with its effect (DEV-5). */
function DeletionWays() {
  return (
    <ol className="deletion-ways d-grid gap-2">
      {deletionWays.map(({ way, name, leaves }) => (
        <li key={way}>
          <strong>{name}</strong> {leaves}
        </li>
      ))}
    </ol>
  )
}

function SpanChoice({ chosen, now }: { chosen: IsolationSpan; now: number }) {
  return (
    <fieldset className="span-choice">
      <legend className="form-label">Por quanto tempo</legend>
      {isolationSpans.map((span) => (
        <label key={span}>
          <input type="radio" className="form-check-input" name="span" value={span} defaultChecked={span === chosen} />
          {isolationSpanText(span, now)}
        </label>
      ))}
    </fieldset>
  )
}

function chosenCommand(command: DeviceCommand, fields: FormData): DeviceCommand {
  if (command.kind !== 'isolate') return command
  return { ...command, span: isolationSpans.find((span) => span === fields.get('span')) ?? command.span }
}

function PauseNote({ command, now }: { command: DeviceCommand; now: number }) {
  const next = nextCallOf(useCircuit(command.target.wordCode), now)
  const isSent = command.kind === 'restart' || command.kind === 'activate'
  if (!isSent || (next.kind !== 'refused' && next.kind !== 'isolated')) return null
  const pause =
    next.kind === 'refused' ? `em pausa até ${secondsText(next.until)}` : `isolado ${untilText(next.until, now)}`
  return <p>O dispositivo está {pause}: o que for pedido antes disso não é enviado.</p>
}
