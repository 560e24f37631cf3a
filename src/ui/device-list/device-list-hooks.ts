import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import type { Device } from '../../../contract/wire/answers/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useCondominiums } from '../condominiums/condominium-hooks.ts'
import { circuitOf, useCircuitsRevision } from '../devices/device-hooks.ts'
import { standingOf } from '../devices/device-standing.ts'
import { usePanelContact } from '../devices/panel-contact-hooks.ts'
import { useFlow } from '../panel-context.tsx'
import { useNow } from '../parts/clock-hooks.ts'
import { type DeviceFilter, DeviceIndex, type DeviceView } from './device-order.ts'

/** Asks for the devices while a view shows them; they are loaded once. */
export function useDevicesWanted(): void {
  const want = useDevicesWanting()
  useEffect(want, [want])
}

/** The way to ask for them. */
export function useDevicesWanting(): () => void {
  const deviceList = useFlow('deviceList')
  return useCallback(() => deviceList?.send({ type: 'devices.want' }), [deviceList])
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

/** The devices of a revision of their board, in order; another object whenever they may have changed. */
function useDeviceIndex(revision: number): { index: DeviceIndex; board: DeviceBoard | undefined } {
  const deviceList = useFlow('deviceList')
  const condominiums = useCondominiums()
  const isWanted = revision !== unwanted
  const condominiumNames = useMemo(
    () => new Map(isWanted ? condominiums.map(({ id, name }) => [id, name]) : []),
    [condominiums, isWanted],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  return useMemo(() => {
    const board = deviceList?.getSnapshot().context.board
    const index = indexOf(board)
    if (isWanted) index.take(board?.all() ?? [], condominiumNames)
    return { index, board }
  }, [deviceList, condominiumNames, revision, isWanted])
}

/** In place of a revision while nobody looks, and once all devices are here. */
const unwanted = -1
const whole = -2

/** What a search is made anew for: more devices while they come, not what befalls them, else options would move under the person's hand. */
function useSearchedRevision(isSearching: boolean): number {
  return useSelector(useFlow('deviceList'), (list) => {
    if (!isSearching || list === undefined) return unwanted
    return list.hasTag('loaded') ? whole : list.context.revision
  })
}

const mostFound = 50
const none: readonly Device[] = []

/**
 * Devices by name or code, at most fifty: those of `opened` first, then those that the server cannot reach (PAGE-6). Of a blank text
 * only these two; none while nobody searches.
 * @param opened wordCodes, the same array while nothing has changed
 */
export function useFoundDevices(text: string, opened: readonly string[], isSearching: boolean): readonly Device[] {
  const taken = useDeviceIndex(useSearchedRevision(isSearching))
  return useMemo(() => {
    const { index, board } = taken
    if (!isSearching || board === undefined) return none
    if (text.trim() !== '') return index.named(text, firstOf(opened, board), mostFound)
    const first = new Map<string, Device>()
    for (const wordCode of firstOf(opened, board)) {
      const device = board.get(wordCode)
      if (device !== undefined) first.set(wordCode, device)
      if (first.size === mostFirst) break
    }
    return [...first.values()]
  }, [taken, text, opened, isSearching])
}

/** How many stand in the search before anybody has typed. */
const mostFirst = 12

function* firstOf(opened: readonly string[], board: DeviceBoard): Generator<string> {
  yield* opened
  for (const { wordCode } of board.offline()) yield wordCode
}

/** Ids of the condominiums with a device that the server cannot reach; none while nobody searches. */
export function useTroubledCondominiums(isSearching: boolean): ReadonlySet<string> {
  const deviceList = useFlow('deviceList')
  const revision = useSearchedRevision(isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  return useMemo(() => {
    const troubled = new Set<string>()
    const board = isSearching ? deviceList?.getSnapshot().context.board : undefined
    for (const { condominiumId } of board?.offline() ?? []) troubled.add(condominiumId)
    return troubled
  }, [deviceList, revision, isSearching])
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
  const devices = useFlow('devices')
  const circuitsRevision = usePaced(useCircuitsRevision(), second)
  const isUnknown = usePanelContact() !== 'current'
  const revision = useSelector(useFlow('deviceList'), (list) => list?.context.revision ?? 0)
  const taken = useDeviceIndex(revision)
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
