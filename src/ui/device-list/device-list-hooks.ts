import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { circuitsNow, useCircuitsRevision } from '../devices/device-hooks.ts'
import { standingOf } from '../devices/device-standing.ts'
import { usePanelContact } from '../devices/panel-contact-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useByTime } from '../parts/clock-hooks.ts'
import { madeOnce } from '../parts/made-once.ts'
import { type DeviceFilter, DeviceIndex, DeviceSequence, type DeviceView } from './device-order.ts'

/** How the devices of one condominium stand, which are asked for while a view shows them (PAGE-2); '' is none. */
export function usePlaceDevices(condominiumId: string): 'loading' | 'failed' | 'ready' {
  const deviceList = useFlow('deviceList')
  useEffect(() => {
    if (condominiumId === '') return
    deviceList?.send({ type: 'place.want', condominiumId })
    return () => deviceList?.send({ type: 'place.leave' })
  }, [deviceList, condominiumId])
  return useSelector(deviceList, (list) => {
    if (list?.hasTag('loaded')) return 'ready'
    if (list?.context.condominiumId !== condominiumId) return 'loading'
    if (list.hasTag('placeError')) return 'failed'
    return list.hasTag('placeLoaded') ? 'ready' : 'loading'
  })
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

/** What was found last is kept with the board. */
const indexOf = madeOnce((board: DeviceBoard) => new DeviceIndex(board))

/** A value as it was when `second` last changed; null follows it at once. */
function usePaced<Value>(value: Value, second: number | null): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the second says when
  return useMemo(() => value, [second ?? value])
}

/**
 * The devices that pass the filter, in their order, and how many there are of each standing.
 * @param isPaced while many change one after the other they are looked at once a second: a pass over 50,000 for each would leave
 * time for nothing else
 * @param isOfMany while the list comes a pass is a render of its own, after the one that tells of it: `isLate` until then
 */
export function useDeviceView(
  filter: DeviceFilter,
  { isPaced = false, isOfMany = false } = {},
): { view: DeviceView; isLate: boolean } {
  const deviceList = useFlow('deviceList')
  const devices = useFlow('devices')
  // The first that come are shown at once; of the others, which come by the thousand, the page tells once a second.
  const settled = useSelector(deviceList, (list) =>
    list?.hasTag('busy') === true && list.context.cursor !== '' ? stillComing : (list?.context.revision ?? 0),
  )
  const isComing = settled === stillComing
  const second = useByTime(({ now }) => (isComing || isPaced ? now : null))
  const told = usePaced(
    isComing ? (deviceList?.getSnapshot().context.revision ?? 0) : settled,
    isComing ? second : null,
  )
  const deferred = useDeferredValue(told)
  const wasComing = useDeferredValue(isComing)
  // What befalls devices later is drawn at once: while much does, a deferred pass would begin again and again.
  const revision = isOfMany && (isComing || wasComing) ? deferred : told
  const circuitsRevision = usePaced(useCircuitsRevision(), isPaced ? second : null)
  const isUnknown = usePanelContact() !== 'current'
  const names = useCondominiumNames()
  const { text, standing, condominiumId } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: circuits are changed in place; their revision says when
  const standingNow = useMemo(() => {
    const circuitOf = circuitsNow(devices)
    return (device: Device) => standingOf(device, circuitOf(device.wordCode), isUnknown)
  }, [devices, circuitsRevision, isUnknown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  const view = useMemo(() => {
    const board = deviceList?.getSnapshot().context.board
    if (board === undefined) return nothing
    return indexOf(board).view({ text, standing, condominiumId }, names, standingNow)
  }, [deviceList, names, revision, standingNow, text, standing, condominiumId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another view is made of is prepared anew
  useEffect(() => {
    const board = deviceList?.getSnapshot().context.board
    return isComing || board === undefined ? undefined : inSteps(() => indexOf(board).prepare())
  }, [deviceList, isComing, view])
  return { view, isLate: revision !== told }
}

/** Of a list that comes: a render for each of its parts would keep everything else from being drawn. */
const stillComing = -1

const stepEveryMs = 10

/** Takes one short step after the other, with room for everything else between them, until there is none. Returns the way to stop. */
function inSteps(step: () => boolean): () => void {
  const next = () => {
    if (step()) timer = setTimeout(next, stepEveryMs)
  }
  let timer = setTimeout(next, stepEveryMs)
  return () => clearTimeout(timer)
}

const nothing: DeviceView = {
  devices: new DeviceSequence([], new Uint32Array()),
  counts: { open: 0, halfOpen: 0, offline: 0, failing: 0, unknown: 0, isolated: 0, inactive: 0, online: 0 },
  count: 0,
}
