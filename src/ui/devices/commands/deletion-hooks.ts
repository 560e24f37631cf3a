import { shallowEqual, useSelector } from '@xstate/react'
import type { DeletionWay } from '../../../machines/devices/commands/device-delete.machine.ts'
import { useDeviceCommands } from '../device-hooks.ts'

/** Deletion of a device: running, done or failed. `way`: how the device is deleted. */
type DeletionView =
  | { phase: 'busy'; way: DeletionWay }
  | { phase: 'deleted'; way: DeletionWay | null }
  | { phase: 'failed'; message: string }

/** Status of the device's deletion; null if no deletion was requested. */
export function useDeletion(wordCode: string): DeletionView | null {
  const ref = useSelector(useDeviceCommands(), (commands) => commands?.context.deletions[wordCode])
  return (
    useSelector(
      ref,
      (deletion): DeletionView | undefined => {
        if (deletion === undefined) return undefined
        if (deletion.matches('deleted')) return { phase: 'deleted', way: deletion.context.way }
        if (deletion.matches('rejected')) return { phase: 'failed', message: 'Ele não tem código.' }
        if (deletion.hasTag('error')) return { phase: 'failed', message: deletion.context.message }
        if (deletion.matches('database')) return { phase: 'busy', way: 'database' }
        return { phase: 'busy', way: deletion.matches('pool') ? 'pool' : 'device' }
      },
      shallowEqual,
    ) ?? null
  )
}
