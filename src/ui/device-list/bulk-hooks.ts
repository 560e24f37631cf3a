import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { BulkBoard } from '../../machines/devices/bulk-board.ts'
import type { BulkDeed, deviceBulkMachine } from '../../machines/devices/device-bulk.machine.ts'
import { useFlow } from '../panel-context.tsx'
import { usePermissions } from '../session/user-hooks.ts'

type BulkRef = ActorRefFrom<typeof deviceBulkMachine>

/** A choice of many devices, and what is done with them. */
export interface BulkView {
  ref: BulkRef
  phase: 'closed' | 'choosing' | 'asked' | 'running' | 'stopping' | 'done'
  deed: BulkDeed
  /** Changed in place: this view is new whenever it has. */
  board: BulkBoard
  problem: string
  refusals: number
}

/** Null for who may not operate devices. With the page the choice goes; what is under way goes on. */
export function useBulk(): BulkView | null {
  const ref = useSelector(useFlow('devices'), (devices) => devices?.children.bulk)
  const phase = useSelector(ref, phaseOf)
  const context = useSelector(ref, (bulk) => bulk?.context)
  const mayWrite = usePermissions().includes('device:write')
  useEffect(() => () => ref?.send({ type: 'bulk.leave' }), [ref])
  if (ref === undefined || context === undefined || !mayWrite) return null
  const { deed, board, problem, refusals } = context
  return { ref, phase, deed, board, problem, refusals }
}

function phaseOf(bulk: SnapshotFrom<typeof deviceBulkMachine> | undefined): BulkView['phase'] {
  const phases = ['asked', 'choosing', 'running', 'stopping', 'done'] as const
  return phases.find((phase) => bulk?.hasTag(phase)) ?? 'closed'
}
