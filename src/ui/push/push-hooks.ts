import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { PushEvent, pushMachine } from '../../machines/push/push.machine.ts'
import { useFlowIfThere } from '../panel-context.tsx'

/** Push status of this browser; 'unknown' until the permission is known. */
export type PushStatus = ReturnType<typeof statusOf>

/** Selects the push status of this browser (PUSH, SHELL-5). */
export function usePushStatus(): PushStatus {
  return useSelector(useFlowIfThere('push'), statusOf)
}

function statusOf(push: SnapshotFrom<typeof pushMachine> | undefined) {
  if (push === undefined) return 'unknown'
  if (push.matches({ registration: 'notConfigured' })) return 'notConfigured'
  const { permission } = push.value
  if (permission !== 'allowed') return permission
  if (push.hasTag('failed')) return 'failed'
  if (push.matches({ registration: { allowed: 'subscribed' } })) return 'subscribed'
  return push.hasTag('preparing') ? 'preparing' : 'messagingUnsupported'
}

export function usePush(): (event: PushEvent) => void {
  const push = useFlowIfThere('push')
  return (event) => push?.send(event)
}
