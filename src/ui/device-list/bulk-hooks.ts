import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { deviceBulkMachine } from '../../machines/devices/commands/device-bulk.machine.ts'
import { useDeviceTools } from '../devices/commands/device-tools-hooks.ts'
import { usePermissions } from '../session/user-hooks.ts'

export type BulkRef = ActorRefFrom<typeof deviceBulkMachine>

/** A choice of many devices, and what is done with them. */
export interface BulkView {
  ref: BulkRef
  phase: 'closed' | 'choosing' | 'asked' | 'running' | 'stopping' | 'done'
}

/** Null for who may not operate devices. With the page the choice goes; what is under way goes on. */
export function useBulk(): BulkView | null {
  const ref = useDeviceTools()?.bulk
  const phase = useSelector(ref, phaseOf)
  const mayWrite = usePermissions().includes('device:write')
  useEffect(() => () => ref?.send({ type: 'bulk.leave' }), [ref])
  return ref === undefined || !mayWrite ? null : { ref, phase }
}

/** What is chosen, how far it is and how it ended; the board is changed in place: this is another whenever it has. */
export function useBulkContext(ref: BulkRef): SnapshotFrom<typeof deviceBulkMachine>['context'] {
  return useSelector(ref, (bulk) => bulk.context)
}

/** Which devices are chosen; null while none can be. */
export function useChosen(ref: BulkRef | null): ((wordCode: string) => boolean) | null {
  useSelector(ref ?? undefined, (bulk) => bulk?.context.revision ?? 0)
  return ref && ((wordCode) => ref.getSnapshot().context.board.isChosen(wordCode))
}

function phaseOf(bulk: SnapshotFrom<typeof deviceBulkMachine> | undefined): BulkView['phase'] {
  const phases = ['asked', 'choosing', 'running', 'stopping', 'done'] as const
  return phases.find((phase) => bulk?.hasTag(phase)) ?? 'closed'
}
