import { shallowEqual, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { contactTexts } from '../../../contract/devices/panel-contact.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { useGateAlerts } from '../alerts/alert-hooks.ts'
import { useCondominiumNames, useSelectedCondominium } from '../condominiums/condominium-hooks.ts'
import { circuitOf, useCircuitsRevision } from '../devices/device-hooks.ts'
import { usePanelContact } from '../devices/status/panel-contact-hooks.ts'
import { useHealthCheck, useHealthCheckedAt, useHealthCheckStatus } from '../health/health-hooks.ts'
import { useIncidentFinder, useIncidentsStatus, useIsolated, useOpenIncidents } from '../incidents/incident-hooks.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'
import { useByTime } from '../parts/time/clock-hooks.ts'
import { useSignedInUser } from '../session/user-hooks.ts'
import { useConnection } from '../socket/socket-hooks.ts'
import { useStaleText } from '../sources/source-hooks.ts'
import { type Situation, type SituationFacts, situationOf } from './situation.ts'
import { type Suspect, type Trouble, troublesAmong } from './troubles.ts'

/** Page size of the server; more devices are not all named. */
const mostNamed = 1_000

/** Troubles at the gates of the selected condominium, or of all. */
export interface Troubles {
  /** Worst first. */
  devices: readonly Trouble[]
  /** Whether `devices` is complete. */
  isWhole: boolean
  /** Whether names of some devices are still loading. */
  isNaming: boolean
  /** Codes of devices that are not shown until the server has answered who they are. */
  unnamed: readonly string[]
  /** Open incidents, worst first; empty if the server has no incidents. */
  incidents: readonly Incident[]
  /** Unseen alerts about gates, newest first. */
  alerts: readonly Activity[]
}

/** Selects the last known troubles, even if the server is unreachable now (PAGE-1). */
export function useTroubles(): Troubles {
  const selectedId = useSelectedCondominium()?.id ?? null
  const deviceList = useFlow('deviceList')
  const devices = useFlow('devices')
  const revision = useSelector(deviceList, (list) => list.context.revision)
  const circuitsRevision = useCircuitsRevision()
  const isLoaded = useSelector(deviceList, (list) => list.hasTag('troublesUnknown') !== true)
  const isNaming = useSelector(deviceList, (list) => list.matches({ reach: 'loading' }))
  const isSought = useSelector(deviceList, (list) => !list.hasTag('missing') && !list.hasTag('seekingFailed'))
  const gateAlerts = useGateAlerts()
  const incidents = useOpenIncidents()
  const incidentOf = useIncidentFinder()
  const isIncidentAwaited = useIncidentsStatus() === 'asking'
  const isWanted = (condominiumId: string) => selectedId === null || condominiumId === selectedId
  // biome-ignore lint/correctness/useExhaustiveDependencies: board and circuits are changed in place; their revisions are the dependencies
  const troubles = useMemo(() => {
    const board = deviceList.getSnapshot().context.board
    const suspects = new Map<string, Suspect>()
    const add = (wordCode: string, condominiumId: string) => {
      const device = board.get(wordCode)
      suspects.set(wordCode, {
        wordCode,
        condominiumId,
        device,
        reportedAt: board.reportedAt(wordCode),
        incident: device === undefined ? null : incidentOf(device),
        circuit: circuitOf(devices, wordCode),
      })
    }
    for (const { wordCode, condominiumId } of board.offline()) add(wordCode, condominiumId)
    const { calls } = devices.getSnapshot().context
    for (const [wordCode, breaker] of calls.circuits.entries())
      add(wordCode, breaker.getSnapshot().context.condominiumId)
    const wanted = [...suspects.values()].filter(({ condominiumId }) => isWanted(condominiumId))
    return troublesAmong(wanted).filter(({ wordCode, deviceStatus, condominiumId }) =>
      deviceStatus === 'isolated'
        ? calls.maySee(condominiumId)
        : board?.get(wordCode)?.status !== 'offline' || !incidents.some((incident) => covers(incident, condominiumId)),
    )
  }, [deviceList, devices, revision, circuitsRevision, selectedId, incidents, incidentOf])
  // After a reload, a restored circuit is known before its device: a code in red would be a false alarm.
  const unnamed = isSought ? troubles.filter(({ isNamed }) => !isNamed) : []
  return {
    devices: troubles.filter((trouble) => !unnamed.includes(trouble)),
    unnamed: unnamed.map(({ wordCode }) => wordCode),
    incidents,
    isNaming: ((isNaming || unnamed.length > 0) && incidents.length === 0) || isIncidentAwaited,
    isWhole: (isLoaded && troubles.length < mostNamed) || incidents.some(({ kind }) => kind === 'contact'),
    alerts: gateAlerts.filter(({ condominiumId }) => isWanted(condominiumId)).toReversed(),
  }
}

/** Whether the incident covers the offline devices of the condominium; then the devices are not listed one by one. */
function covers({ kind, scope, condominiumId }: Incident, ofCondominium: string): boolean {
  return kind === 'contact' && (scope === 'service' || condominiumId === ofCondominium)
}

/** Loads unknown devices one after the other, to show their names. */
export function useDevicesNamed(wordCodes: readonly string[]): void {
  const deviceList = useFlow('deviceList')
  const wordCode = useSelector(deviceList, (list) => {
    const board = list.context.board
    return wordCodes.find((each) => board?.get(each) === undefined)
  })
  useEffect(() => {
    if (wordCode !== undefined) deviceList.send({ type: 'device.want', wordCode })
  }, [deviceList, wordCode])
}

export function useSituation({ devices, alerts, ...rest }: Troubles): Situation {
  const selectedId = useSelectedCondominium()?.id ?? null
  const health = useHealthCheck()
  const names = useCondominiumNames()
  const contact = usePanelContact()
  const staleText = useStaleText('health')
  const { userId } = useSignedInUser()
  const isServiceUnheard = useFlowState('deviceServiceSource', (service) => service.context.heardAt === null)
  const isOfPlace = selectedId === null || health?.place?.condominiumId === selectedId
  const counts = (selectedId === null ? health?.details.devices : isOfPlace ? health?.place?.devices : null) ?? null
  const status = useHealthCheckStatus()
  const facts: Omit<SituationFacts, 'serverNow' | 'aheadMs'> = {
    away: contact === 'current' ? staleText : contactTexts[contact],
    check: isOfPlace ? status : 'checking',
    checkedAt: useHealthCheckedAt(),
    counts,
    oldestCheckAt: health?.details.oldestCheckAt ?? null,
    isDegraded: health?.overview.status === 'degraded',
    isServerClockWrong: health?.details.isClockPlausible === false,
    connection: useConnection(),
    troubles: devices,
    isolated: useIsolated(),
    ...rest,
    isNaming: rest.isNaming || isServiceUnheard,
    alerts: alerts.toReversed(),
    selectedId,
    placeOf: (condominiumId: string) => (condominiumId === selectedId ? '' : (names.get(condominiumId) ?? '')),
    userId,
  }
  return useByTime(({ now, serverNow }) => situationOf({ ...facts, serverNow, aheadMs: now - serverNow }), shallowEqual)
}
