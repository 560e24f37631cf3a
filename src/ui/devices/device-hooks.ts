import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DeviceResult } from '../../machines/devices/calls/device-results.ts'
import { resetKey } from '../../machines/devices/commands/device-commands.machine.ts'
import type { DeletionWay } from '../../machines/devices/commands/device-delete.machine.ts'
import type { devicesMachine } from '../../machines/devices/devices.machine.ts'
import { now } from '../../machines/parts/clock.ts'
import { serverNow } from '../../machines/parts/server-now.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { type CircuitView, circuitViewOf, closedCircuit, sameCircuit } from './circuit/circuit-view.ts'
import { type OperationView, operationViewOf, sameOperation } from './commands/device-operation-view.ts'

type DevicesRef = ActorRefFrom<typeof devicesMachine>

/** Raised when circuits or results of calls have changed, at most every 100 ms. */
export const useCircuitsRevision = flowHook('devices', (devices) => devices.context.revision)

/** The circuits as they are now, by wordCode; once the flow has stopped, nothing is known against any device. */
export function circuitsNow(devices: DevicesRef): (wordCode: string) => CircuitView {
  const snapshot = devices.getSnapshot()
  if (snapshot.status !== 'active') return () => closedCircuit
  const { circuits } = snapshot.context.calls
  if (circuits.size === 0) return () => closedCircuit
  const serverAheadMs = serverNow(devices) - now(devices)
  return (wordCode) => circuitViewOf(circuits.get(wordCode)?.getSnapshot(), serverAheadMs)
}

/** A device's circuit as it is now. */
export function circuitOf(devices: DevicesRef, wordCode: string): CircuitView {
  return circuitsNow(devices)(wordCode)
}

export function useCircuit(wordCode: string): CircuitView {
  const devices = useFlow('devices')
  return useSelector(devices, () => circuitOf(devices, wordCode), sameCircuit)
}

/** The circuits of the devices on screen: one selector for a whole list, so that others' circuits cost it nothing. */
export function useCircuits(wordCodes: readonly string[]): readonly CircuitView[] {
  const devices = useFlow('devices')
  return useSelector(
    devices,
    () => wordCodes.map((wordCode) => circuitOf(devices, wordCode)),
    (before, after) => before.length === after.length && before.every((each, i) => sameAs(each, after[i])),
  )
}

function sameAs(before: CircuitView, after: CircuitView | undefined): boolean {
  return after !== undefined && sameCircuit(before, after)
}

/**
 * How many circuits are open in this panel: of a condominium, or (null) of all; those of devices left out that are known to be
 * switched off (LIVE-7).
 */
export function useOpenCircuitCount(condominiumId: string | null): number {
  const board = useFlowState('deviceList', (list) => list.context.board)
  return useFlowState('devices', (devices) => {
    if (devices.status !== 'active') return 0
    let count = 0
    for (const [, breaker] of devices.context.calls.circuits.entries()) {
      const { value, context } = breaker.getSnapshot()
      const isWanted = condominiumId === null || context.condominiumId === condominiumId
      if (value === 'OPEN' && isWanted && board?.get(context.wordCode)?.active !== false) count += 1
    }
    return count
  })
}

/** Keeps a device's breaker alive while a view looks at it (CB-8); without a condominium it is not known yet. */
export function useWatchedDevice(wordCode: string, condominiumId: string | undefined): void {
  const devices = useFlow('devices')
  useEffect(() => {
    if (condominiumId === undefined) return
    devices.send({ type: 'device.watch', target: { wordCode, condominiumId } })
    return () => devices.send({ type: 'device.unwatch', wordCode })
  }, [devices, wordCode, condominiumId])
}

const none: readonly DeviceResult[] = []

/** The device's last calls, oldest first. */
export function useDeviceResults(wordCode: string): readonly DeviceResult[] {
  return useFlowState('devices', (devices) => devices.context.calls.resultsOf(wordCode) ?? none)
}

/** When a call of this panel to the device last ended, in milliseconds since the epoch, or null; a reload leaves the last failure. */
export function usePanelSeenAt(wordCode: string): number | null {
  const lastResult = useDeviceResults(wordCode).at(-1)
  const { lastFailureTime } = useCircuit(wordCode)
  return Math.max(lastResult?.at ?? 0, lastFailureTime ?? 0) || null
}

/** What people do with devices, or undefined while that does not run. */
export const useDeviceCommands = flowHook('devices', (devices) => devices.children.commands)

/** The last thing that a person did with the device, or null. */
export function useDeviceOperation(wordCode: string): OperationView | null {
  const ref = useSelector(useDeviceCommands(), (commands) => commands?.context.operations[wordCode])
  return useSelector(ref, (operation) => operation && operationViewOf(operation), sameOperation) ?? null
}

/** The last manual reset of the device, or null. */
export function useResetOperation(wordCode: string): OperationView | null {
  return useDeviceOperation(resetKey(wordCode))
}

/** Lets go of what a person does with the device; a call that is given up counts nothing (DEV-3). */
export function useOperationCancelling(wordCode: string): () => void {
  const ref = useSelector(useDeviceCommands(), (commands) => commands?.context.operations[wordCode])
  return () => ref?.send({ type: 'operation.cancel' })
}

/** A device's deletion: under way by a way, done by a way, or why it is not done. */
export type DeletionView =
  | { phase: 'busy'; way: DeletionWay }
  | { phase: 'deleted'; way: DeletionWay | null }
  | { phase: 'failed'; message: string }

/** How the device's deletion stands, or null where nobody asked for one. */
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
      (before, after) => JSON.stringify(before) === JSON.stringify(after),
    ) ?? null
  )
}

/** Forgets how things ended once the view that told it is gone. */
export function useDismissedOnLeaving(wordCode: string): void {
  const devices = useFlow('devices')
  useEffect(() => () => devices.send({ type: 'device.dismiss', wordCode }), [devices, wordCode])
}
