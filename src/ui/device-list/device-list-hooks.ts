import { useSelector } from '@xstate/react'
import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { circuitsNow, useCircuitsRevision } from '../devices/device-hooks.ts'
import { standingOf } from '../devices/device-standing.ts'
import { usePanelContact } from '../devices/panel-contact-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useByTime } from '../parts/clock-hooks.ts'
import { madeOnce } from '../parts/made-once.ts'
import { type DeviceFilter, DeviceIndex, DeviceSequence, type DeviceView, lookedAtOnce } from './device-order.ts'

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
 * The devices that pass the filter, in their order, and how many there are of each standing. `isLate`: not yet those of the list
 * that comes or has just come.
 * @param isPaced while many change one after the other they are looked at once a second: a pass over 50,000 for each would leave
 * time for nothing else
 */
export function useDeviceView(filter: DeviceFilter, isPaced = false): { view: DeviceView; isLate: boolean } {
  const deviceList = useFlow('deviceList')
  const devices = useFlow('devices')
  // The first that come are shown at once; of the others, which come by the thousand, the page tells once a second.
  const settled = useSelector(deviceList, (list) =>
    list?.hasTag('busy') === true && list.context.cursor !== '' ? stillComing : (list?.context.revision ?? 0),
  )
  const isComing = settled === stillComing
  const second = useByTime(({ now }) => (isComing || isPaced ? now : null))
  const revision = usePaced(
    isComing ? (deviceList?.getSnapshot().context.revision ?? 0) : settled,
    isComing ? second : null,
  )
  const circuitsRevision = usePaced(useCircuitsRevision(), isPaced ? second : null)
  const isUnknown = usePanelContact() !== 'current'
  const names = useCondominiumNames()
  const { text, standing, condominiumId } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: board and circuits are changed in place; their revisions say when
  const present = useMemo(() => {
    const circuitOf = circuitsNow(devices)
    const standingNow = (device: Device) => standingOf(device, circuitOf(device.wordCode), isUnknown)
    return { isComing, names, standingNow }
  }, [devices, circuitsRevision, isUnknown, names, isComing, revision])
  const board = deviceList?.getSnapshot().context.board
  const [looked, setLooked] = useState<typeof present | null>(null)
  // Step by step, beside what else there is to do.
  const isStepped = board !== undefined && (isComing || board.size > lookedAtOnce)
  const isBehind = isStepped && looked !== present
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes meanwhile is looked at when this look has ended
  useEffect(() => {
    if (!isBehind) return
    const look = indexOf(board).look(present.names, present.standingNow)
    return inSteps(() => {
      if (look.next().done !== true) return true
      startTransition(() => setLooked(present))
      return false
    }, 0)
  }, [board, isBehind, looked])
  const shown = isStepped ? looked : present
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is changed in place; what is shown says when
  const view = useMemo(() => {
    if (board === undefined) return nothing
    const index = indexOf(board)
    const wanted = { text, standing, condominiumId }
    return isStepped ? index.found(wanted) : index.view(wanted, present.names, present.standingNow)
  }, [board, shown, text, standing, condominiumId])
  const isLate = isBehind && (isComing || (looked?.isComing ?? view.count === 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another view is made of is prepared anew
  useEffect(() => {
    if (isComing || isLate || board === undefined) return
    return inSteps(() => indexOf(board).prepare(), preparedEveryMs)
  }, [board, isComing, isLate, view])
  return { view, isLate }
}

/** Of a list that comes: a render for each of its parts would keep everything else from being drawn. */
const stillComing = -1

const preparedEveryMs = 10

/** Takes one short step after the other, with room for everything else between them, until there is none. Returns the way to stop. */
function inSteps(step: () => boolean, everyMs: number): () => void {
  const next = () => {
    if (step()) timer = setTimeout(next, everyMs)
  }
  let timer = setTimeout(next, everyMs)
  return () => clearTimeout(timer)
}

const nothing: DeviceView = {
  devices: new DeviceSequence([], new Uint32Array()),
  counts: { open: 0, halfOpen: 0, offline: 0, failing: 0, unknown: 0, isolated: 0, inactive: 0, online: 0 },
  count: 0,
}
