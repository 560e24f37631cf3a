import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { DeviceCommand } from '../../../machines/devices/commands/device-confirmation.machine.ts'
import { flowHook } from '../../panel-context.tsx'
import { usePermissions } from '../../session/user-hooks.ts'

/** The question before a deed (LIVE-11). */
export const useConfirmation = flowHook('devices', (devices) => devices.children.command)

/** What is asked about the device, or null. The question goes with the page of the device, and with the right to do it. */
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

/** What is wrong with the reason, in words; '' where nothing is. */
export function useReasonProblem(): string {
  return useSelector(useConfirmation(), (asked) => asked?.context.problem ?? '')
}

/** How often something was: it grows each time the person is to be led to it. */
export function useReasonRefusals(): number {
  return useSelector(useConfirmation(), (asked) => asked?.context.refusals ?? 0)
}
