import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { circuitOf, useCircuitsRevision } from '../devices/device-hooks.ts'
import { standingOf } from '../devices/device-standing.ts'
import { usePanelContact } from '../devices/panel-contact-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useNow } from '../parts/clock-hooks.ts'
import { type DeviceFilter, DeviceIndex, type DeviceView } from './device-order.ts'
import { useDevicesWanting } from './found-devices-hooks.ts'

/** Asks for the devices while a view shows them; they are loaded once. */
export function useDevicesWanted(): void {
  const want = useDevicesWanting()
  useEffect(want, [want])
}

/** How the list stands; one that is loaded again counts as ready. */
export function useDeviceListStatus(): 'loading' | 'failed' | 'ready' {
  return useSelector(useFlow('deviceList'), (list) => {
    if (list?.hasTag('error')) return 'failed'
    return list?.hasTag('loaded') || (list?.context.board.size ?? 0) > 0 ? 'ready' : 'loading'
  })
}

/** Whether all devices are here, not those in trouble alone. */
export function useDeviceListLoaded(): boolean {
  return useSelector(useFlow('deviceList'), (list) => list?.hasTag('loaded') ?? false)
}

/** Whether more of the list is on its way. */
export function useDeviceListBusy(): boolean {
  return useSelector(useFlow('deviceList'), (list) => list?.hasTag('busy') ?? true)
}

/** A device as it is known, or undefined. */
export function useDevice(wordCode: string): Device | undefined {
  return useSelector(useFlow('deviceList'), (list) => list?.context.board.get(wordCode))
}

/** When the server last told how a device is, on its clock, in milliseconds since the epoch, or null. */
export function useToldAt(wordCode: string): number | null {
  return useSelector(useFlow('deviceList'), (list) => list?.context.board.toldAt(wordCode) ?? null)
}

/** Asks for a device that is not known, also where it is no longer, and says how the search for it stands. */
export function useDeviceSearch(wordCode: string): 'seeking' | 'missing' | 'failed' | 'found' {
  const deviceList = useFlow('deviceList')
  const isKnown = useDevice(wordCode) !== undefined
  useEffect(() => {
    if (!isKnown) deviceList?.send({ type: 'device.want', wordCode })
  }, [deviceList, wordCode, isKnown])
  return useSelector(deviceList, (list) => {
    if (list?.context.board.get(wordCode) !== undefined) return 'found'
    if (list?.context.wanted !== wordCode) return 'seeking'
    if (list.hasTag('missing')) return 'missing'
    return list.hasTag('seekingFailed') ? 'failed' : 'seeking'
  })
}

/** Names are sorted once for a board: who comes back to the list finds it at once. */
const indexes = new WeakMap<DeviceBoard, DeviceIndex>()

function indexOf(board: DeviceBoard | undefined): DeviceIndex {
  const known = board && indexes.get(board)
  if (known !== undefined) return known
  const index = new DeviceIndex()
  if (board !== undefined) indexes.set(board, index)
  return index
}

/** A value as it was when `second` last changed; null follows it at once. */
function usePaced<Value>(value: Value, second: number | null): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the second says when
  return useMemo(() => value, [second ?? value])
}

/**
 * The devices that pass the filter, in their order, and how many there are of each standing.
 * @param isPaced while many change one after the other they are looked at once a second: a pass over 50,000 for each would leave
 * time for nothing else
 */
export function useDeviceView(filter: DeviceFilter, isPaced = false): DeviceView {
  const now = useNow()
  const second = isPaced ? now : null
  const deviceList = useFlow('deviceList')
  const devices = useFlow('devices')
  const revision = useSelector(deviceList, (list) => list?.context.revision ?? 0)
  const circuitsRevision = usePaced(useCircuitsRevision(), second)
  const isUnknown = usePanelContact() !== 'current'
  const condominiumNames = useCondominiumNames()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  const taken = useMemo(() => {
    const board = deviceList?.getSnapshot().context.board
    const index = indexOf(board)
    index.take(board?.all() ?? [], condominiumNames)
    return { index }
  }, [deviceList, condominiumNames, revision])
  const { text, standing, condominiumId } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: circuits are changed in place; their revision says when
  return useMemo(
    () =>
      taken.index.view({ text, standing, condominiumId }, (device) =>
        standingOf(device, circuitOf(devices, device.wordCode), isUnknown),
      ),
    [taken, devices, circuitsRevision, isUnknown, text, standing, condominiumId],
  )
}
