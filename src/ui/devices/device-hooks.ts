import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { DeviceResult } from '../../machines/devices/calls/device-results.ts'
import type { devicesMachine } from '../../machines/devices/devices.machine.ts'
import { now } from '../../machines/parts/clock.ts'
import { serverNow } from '../../machines/parts/server-now.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { type CircuitView, circuitViewOf, closedCircuit, sameCircuit } from './circuit/circuit-view.ts'
import { type OperationView, operationViewOf } from './commands/device-operation-view.ts'

type DevicesRef = ActorRefFrom<typeof devicesMachine>

/** Increases when circuits or call results have changed, at most every 100 ms. */
export const useCircuitsRevision = flowHook('devices', (devices) => devices.context.revision)

/** Returns the current circuit by wordCode; if the flow has stopped, every circuit is closed. */
export function circuitsNow(devices: DevicesRef): (wordCode: string) => CircuitView {
  const snapshot = devices.getSnapshot()
  if (snapshot.status !== 'active') return () => closedCircuit
  const { circuits } = snapshot.context.calls
  if (circuits.size === 0) return () => closedCircuit
  const serverAheadMs = serverNow(devices) - now(devices)
  return (wordCode) => circuitViewOf(circuits.get(wordCode)?.getSnapshot(), serverAheadMs)
}

export function circuitOf(devices: DevicesRef, wordCode: string): CircuitView {
  return circuitsNow(devices)(wordCode)
}

export function useCircuit(wordCode: string): CircuitView {
  const devices = useFlow('devices')
  return useSelector(devices, () => circuitOf(devices, wordCode), sameCircuit)
}

/** Selects the circuits of the devices on screen with one selector, so that other circuits cause no render. */
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

/** Counts this panel's open circuits, of a condominium or (null) of all, without inactive devices (LIVE-7). */
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

/** Keeps a device's breaker alive while a view is mounted (CB-8); does nothing until the condominium is known. */
export function useWatchedDevice(wordCode: string, condominiumId: string | undefined): void {
  const devices = useFlow('devices')
  useEffect(() => {
    if (condominiumId === undefined) return
    devices.send({ type: 'device.watch', target: { wordCode, condominiumId } })
    return () => devices.send({ type: 'device.unwatch', wordCode })
  }, [devices, wordCode, condominiumId])
}

const none: readonly DeviceResult[] = []

/** Last calls to the device, oldest first. */
export function useDeviceResults(wordCode: string): readonly DeviceResult[] {
  return useFlowState('devices', (devices) => devices.context.calls.resultsOf(wordCode) ?? none)
}

/** End of this panel's last call, in milliseconds since the epoch, or null. A reload keeps only the last failure. */
export function usePanelSeenAt(wordCode: string): number | null {
  const lastResult = useDeviceResults(wordCode).at(-1)
  const { lastFailureTime } = useCircuit(wordCode)
  return Math.max(lastResult?.at ?? 0, lastFailureTime ?? 0) || null
}

/** Actor of the operations on devices; undefined while it is not running. */
export const useDeviceCommands = flowHook('devices', (devices) => devices.children.commands)

/** Last operation of a person on the device, or null. */
export function useDeviceOperation(wordCode: string): OperationView | null {
  const ref = useSelector(useDeviceCommands(), (commands) => commands?.context.operations[wordCode])
  return useSelector(ref, (operation) => operation && operationViewOf(operation), shallowEqual) ?? null
}

/** Returns a function that cancels the operation; a cancelled call is not counted (DEV-3). */
export function useOperationCancelling(wordCode: string): () => void {
  const ref = useSelector(useDeviceCommands(), (commands) => commands?.context.operations[wordCode])
  return () => ref?.send({ type: 'operation.cancel' })
}

/** Tools shared by the device pages; null until their code is loaded. */
export function useDeviceTools() {
  const devices = useFlow('devices')
  useEffect(() => devices.send({ type: 'deviceTools.want' }), [devices])
  return useSelector(devices, (flow) => flow.context.deviceTools)
}

/** The confirmation of a command; undefined until its code is loaded. */
export function useDeviceConfirmation() {
  useDeviceTools()
  return useFlowState('devices', ({ children }) => children.command)
}
