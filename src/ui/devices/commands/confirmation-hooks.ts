import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { DeviceCommand } from '../../../machines/devices/commands/device-confirmation.machine.ts'
import { flowHook } from '../../panel-context.tsx'
import { usePermissions } from '../../session/user-hooks.ts'

/** Actor that asks for confirmation before a command (LIVE-11). */
export const useConfirmation = flowHook('devices', (devices) => devices.children.command)

/** Command to confirm, or null; dropped if the page closes or the permission is lost. */
export function useAskedCommand(wordCode: string): DeviceCommand | null {
  const question = useConfirmation()
  const permissions = usePermissions()
  const command = useSelector(question, (asked) => (asked?.hasTag('asked') ? asked.context.command : null))
  const isOfCircuit = command?.kind === 'reset' || command?.kind === 'isolate' || command?.kind === 'release'
  const isAllowed = permissions.includes(isOfCircuit ? 'device:reset' : 'device:write')
  useEffect(() => {
    if (!isAllowed) question?.send({ type: 'command.drop' })
  }, [question, isAllowed])
  useEffect(() => () => question?.send({ type: 'command.drop' }), [question])
  return isAllowed && command?.target.wordCode === wordCode ? command : null
}

/** Problem with the reason as text, or ''. */
export function useReasonProblem(): string {
  return useSelector(useConfirmation(), (asked) => asked?.context.problem ?? '')
}

/** Counter that increases each time the dialog must move the focus to the problem. */
export function useReasonRefusals(): number {
  return useSelector(useConfirmation(), (asked) => asked?.context.refusals ?? 0)
}
