import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { DeviceDeed } from '../../../machines/devices/commands/device-confirmation.machine.ts'
import { flowHook } from '../../panel-context.tsx'
import { usePermissions } from '../../session/user-hooks.ts'

/** The question before a deed (LIVE-11). */
export const useDeedQuestion = flowHook('devices', (devices) => devices.children.deed)

/** What is asked about the device, or null. The question goes with the page of the device, and with the right to do it. */
export function useAskedDeed(wordCode: string): DeviceDeed | null {
  const question = useDeedQuestion()
  const permissions = usePermissions()
  const deed = useSelector(question, (asked) => (asked?.hasTag('asked') ? asked.context.deed : null))
  const isOfCircuit = deed?.kind === 'reset' || deed?.kind === 'isolate' || deed?.kind === 'release'
  const isAllowed = permissions.includes(isOfCircuit ? 'device:reset' : 'device:write')
  useEffect(() => {
    if (!isAllowed) question?.send({ type: 'deed.drop' })
  }, [question, isAllowed])
  useEffect(() => () => question?.send({ type: 'deed.drop' }), [question])
  return isAllowed && deed?.target.wordCode === wordCode ? deed : null
}

/** What is wrong with the reason, in words; '' where nothing is. */
export function useReasonProblem(): string {
  return useSelector(useDeedQuestion(), (asked) => asked?.context.problem ?? '')
}

/** How often something was: it grows each time the person is to be led to it. */
export function useReasonRefusals(): number {
  return useSelector(useDeedQuestion(), (asked) => asked?.context.refusals ?? 0)
}
