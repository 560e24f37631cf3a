import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { deviceBulkMachine } from '../../machines/devices/commands/device-bulk.machine.ts'
import { useDeviceTools } from '../devices/device-hooks.ts'
import { firstTag } from '../parts/first-tag.ts'
import { usePermissions } from '../session/user-hooks.ts'

export type BulkRef = ActorRefFrom<typeof deviceBulkMachine>

/** Selection of many devices, and the running command. */
export interface BulkView {
  ref: BulkRef
  phase: 'closed' | 'choosing' | 'asked' | 'running' | 'stopping' | 'done'
}

/**
 * Null if the person may not operate devices. Leaving the page clears the selection, but a running command continues.
 */
export function useBulk(): BulkView | null {
  const ref = useDeviceTools()?.bulk
  const phase = useSelector(ref, phaseOf)
  const mayWrite = usePermissions().includes('device:write')
  useEffect(() => () => ref?.send({ type: 'bulk.leave' }), [ref])
  return ref === undefined || !mayWrite ? null : { ref, phase }
}

/** Selection, progress and results. The board is changed in place: the context is a new object at each change. */
export function useBulkContext(ref: BulkRef): SnapshotFrom<typeof deviceBulkMachine>['context'] {
  return useSelector(ref, (bulk) => bulk.context)
}

/** Returns whether a device is chosen; null if no device can be chosen. */
export function useChosen(ref: BulkRef | null): ((wordCode: string) => boolean) | null {
  useSelector(ref ?? undefined, (bulk) => bulk?.context.revision ?? 0)
  return ref && ((wordCode) => ref.getSnapshot().context.board.isChosen(wordCode))
}

function phaseOf(bulk: SnapshotFrom<typeof deviceBulkMachine> | undefined): BulkView['phase'] {
  return firstTag(bulk, ['asked', 'choosing', 'running', 'stopping', 'done']) ?? 'closed'
}
