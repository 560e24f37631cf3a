import { useSelector } from '@xstate/react'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { deviceStatusOf } from '../../../contract/devices/device-status.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { ListedDevice } from '../../machines/device-list/device-board.ts'
import { useCondominiumNames } from '../condominiums/condominium-hooks.ts'
import { circuitsNow, useCircuitsRevision } from '../devices/device-hooks.ts'
import { usePanelContact } from '../devices/status/panel-contact-hooks.ts'
import { useIncidentFinder } from '../incidents/incident-hooks.ts'
import { flowHook, useFlow, useFlowState } from '../panel-context.tsx'
import { madeOnce } from '../parts/loading/made-once.ts'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { type DeviceFilter, type DeviceView, deviceView, searchedTexts } from './device-order.ts'

/** Loads the devices of one condominium while a view shows them (PAGE-2); '' for no condominium. */
export function usePlaceDevices(condominiumId: string): 'loading' | 'failed' | 'ready' {
  const deviceList = useFlow('deviceList')
  useEffect(() => {
    if (condominiumId === '') return
    deviceList.send({ type: 'place.want', condominiumId })
    return () => deviceList.send({ type: 'place.leave' })
  }, [deviceList, condominiumId])
  return useSelector(deviceList, (list) => {
    if (list.hasTag('loaded')) return 'ready'
    if (list.context.condominiumId !== condominiumId) return 'loading'
    if (list.hasTag('placeError')) return 'failed'
    return list.hasTag('placeLoaded') ? 'ready' : 'loading'
  })
}

/** Status of the list; 'ready' during a reload. */
export const useDeviceListStatus = flowHook('deviceList', (list) => {
  if (list.hasTag('error')) return 'failed'
  return list.hasTag('loaded') || list.context.board.size > 0 ? 'ready' : 'loading'
})

export function useDevice(wordCode: string): Device | undefined {
  return useFlowState('deviceList', (list) => list.context.board.get(wordCode))
}

/** Stores a known device that is shown, for a start without the server (LIVE-1). */
export function useShownDeviceStored(device: Device | undefined): void {
  const deviceList = useFlow('deviceList')
  const wordCode = device?.wordCode
  useEffect(() => {
    if (wordCode !== undefined) deviceList.send({ type: 'device.want', wordCode })
  }, [deviceList, wordCode])
}

/** Requests a device that is not, or no longer, in the list, and returns the status of the request. */
export function useDeviceSearch(wordCode: string): 'seeking' | 'missing' | 'failed' | 'found' {
  const deviceList = useFlow('deviceList')
  const isKnown = useDevice(wordCode) !== undefined
  useEffect(() => {
    if (!isKnown) deviceList.send({ type: 'device.want', wordCode })
  }, [deviceList, wordCode, isKnown])
  return useSelector(deviceList, (list) => {
    if (list.context.board.get(wordCode) !== undefined) return 'found'
    if (list.context.wanted !== wordCode) return 'seeking'
    if (list.hasTag('missing')) return 'missing'
    return list.hasTag('seekingFailed') ? 'failed' : 'seeking'
  })
}

/** Returns the value as of the last change of `second`; with null, always the current value. */
function usePaced<Value>(value: Value, second: number | null): Value {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the second is the dependency
  return useMemo(() => value, [second ?? value])
}

/**
 * Sorts the devices that pass the filter, and groups them by status, in a deferred render that blocks no key press or
 * click.
 * `isLate`: the view does not show the current list yet.
 * @param isPaced sorts at most once per second, for many changes in a row
 */
export function useDeviceView(filter: DeviceFilter, isPaced = false): { view: DeviceView; isLate: boolean } {
  const deviceList = useFlow('deviceList')
  const devices = useFlow('devices')
  // Shows the first page immediately, and the following thousands of devices once per second.
  const settled = useSelector(deviceList, (list) =>
    list.hasTag('busy') && list.context.cursor !== '' ? stillComing : list.context.revision,
  )
  const isComing = settled === stillComing
  const second = useByTime(({ now }) => (isComing || isPaced ? now : null))
  const revision = usePaced(isComing ? deviceList.getSnapshot().context.revision : settled, isComing ? second : null)
  const circuitsRevision = usePaced(useCircuitsRevision(), isPaced ? second : null)
  const contact = usePanelContact()
  const incidentOf = useIncidentFinder()
  const names = useCondominiumNames()
  const { text, deviceStatus, condominiumId } = filter
  // biome-ignore lint/correctness/useExhaustiveDependencies: board and circuits are changed in place; their revisions are the dependencies
  const present = useMemo(() => {
    const circuitOf = circuitsNow(devices)
    const deviceStatusNow = ({ device, reportedAt }: ListedDevice) =>
      deviceStatusOf({ device, reportedAt, incident: incidentOf(device), circuit: circuitOf(device.wordCode), contact })
    return { isComing, names, deviceStatusNow }
  }, [devices, circuitsRevision, contact, incidentOf, names, isComing, revision])
  const shown = useDeferredValue(present)
  const board = deviceList.getSnapshot().context.board
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; `shown` is the dependency
  const listed = useMemo(() => board.byName(), [board, shown])
  // Sorts in a separate task, before the deferred render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    board.byName()
  }, [board, present])
  const texts = text.trim() === '' ? none : textsOf(listed)(shown.names)
  const view = useMemo(
    () => deviceView(listed, texts, { text, deviceStatus, condominiumId }, shown.deviceStatusNow),
    [listed, texts, shown, text, deviceStatus, condominiumId],
  )
  return { view, isLate: shown !== present && (isComing || shown.isComing || view.count === 0) }
}

/** Revision while the list loads: a render for each page of the list would block everything else. */
const stillComing = -1

const none: readonly never[] = []

const textsOf = madeOnce((listed: readonly ListedDevice[]) =>
  madeOnce((names: ReadonlyMap<string, string>) => searchedTexts(listed, names)),
)
