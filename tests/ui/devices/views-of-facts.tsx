import { renderToStaticMarkup } from 'react-dom/server'
import {
  type DeviceStatus,
  deviceStatuses,
  deviceStatusOf,
  deviceStatusSince,
} from '../../../contract/devices/device-status.ts'
import { deviceSteps } from '../../../contract/devices/device-steps.ts'
import { isOpen } from '../../../contract/incidents/open-lives.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { Panel } from '../../../src/machines/panel/panel.machine.ts'
import { useTroubles } from '../../../src/ui/dashboard/trouble-hooks.ts'
import { useDeviceView } from '../../../src/ui/device-list/device-list-hooks.ts'
import { useDeviceFacts, useDeviceStatus } from '../../../src/ui/devices/status/device-facts-hooks.ts'
import { maintenanceText } from '../../../src/ui/devices/status/maintenance-text.ts'
import { IncidentAdvice } from '../../../src/ui/incidents/open/incident-advice.tsx'
import { PanelProvider } from '../../../src/ui/panel-context.tsx'
import { itemsIn, labelled, readMarkup, textOf } from '../../shift/markup.ts'
import type { KnownFacts } from './status-history.ts'

/** The results of all views for one device. */
export interface DerivedStatus {
  wordCode: string
  /** By view. */
  statuses: Readonly<Record<string, DeviceStatus | undefined>>
  /** In milliseconds since the epoch. */
  since: Readonly<Record<string, number | null>>
  /** The first step on the page of the device, and on the page of its incident. */
  firstSteps: readonly string[]
}

const byLabel = new Map(Object.entries(deviceStatuses).map(([status, { label }]) => [label, status as DeviceStatus]))

/** Derives the status of every device with the hooks of the views. */
export function derivedFrom(facts: KnownFacts): DerivedStatus[] {
  const derived: DerivedStatus[] = []
  const markup = renderToStaticMarkup(
    <PanelProvider panel={panelWith(facts)}>
      <Views facts={facts} onDerived={(each) => derived.push(each)} />
    </PanelProvider>,
  )
  const root = readMarkup(markup)
  return derived.map((each) => {
    const [advice] = labelled(root, `advice ${each.wordCode}`)
    const [steps] = advice === undefined ? [] : labelled(advice, 'O que fazer').filter(({ name }) => name === 'ol')
    const [first] = steps === undefined ? [] : itemsIn(steps).map(textOf)
    return first === undefined ? { ...each, firstSteps: [] } : { ...each, firstSteps: [...each.firstSteps, first] }
  })
}

interface ViewsProps {
  facts: KnownFacts
  onDerived: (derived: DerivedStatus) => void
}

function Views({ facts, onDerived }: ViewsProps) {
  const { view } = useDeviceView({ text: '', deviceStatus: null, condominiumId: null })
  const troubles = useTroubles()
  const inList = new Map<string, DeviceStatus>()
  for (const [status, listed] of Object.entries(view.byDeviceStatus))
    for (const { device } of listed) inList.set(device.wordCode, status as DeviceStatus)
  return [...facts.board.all()].map((device) => {
    const trouble =
      facts.contact === 'current' ? troubles.devices.find(({ wordCode }) => wordCode === device.wordCode) : undefined
    const onOthers = {
      list: inList.get(device.wordCode),
      ...(trouble && { dashboard: trouble.deviceStatus }),
    }
    return <OfDevice key={device.wordCode} {...{ device, facts, onDerived, onOthers, troubleSince: trouble?.since }} />
  })
}

interface OfDeviceProps extends ViewsProps {
  device: Device
  onOthers: Readonly<Record<string, DeviceStatus | undefined>>
  troubleSince: number | null | undefined
}

function OfDevice({ device, facts: { incidents }, onDerived, onOthers, troubleSince }: OfDeviceProps) {
  const { wordCode } = device
  const facts = useDeviceFacts(device)
  const search = useDeviceStatus(device)
  const page = deviceStatusOf(facts)
  const text = maintenanceText({ ...facts, condominium: null, results: [], records: [] })
  const maintenance = byLabel.get(/^Situação às .*: (.+)$/m.exec(text)?.[1] ?? '')
  const [step = ''] = deviceSteps(facts, null, { mayWrite: true, mayReset: true })
  const since = deviceStatusSince(facts)
  onDerived({
    wordCode,
    statuses: { page, search, maintenance, ...onOthers },
    since: { page: since, ...(troubleSince !== undefined && { dashboard: troubleSince }) },
    firstSteps: [step],
  })
  const incident = incidents.find((each) => isOpen(each) && each.id === facts.incident?.id)
  const isSameCause = page === 'open' || page === 'offline' || page === 'failing'
  return (
    <section aria-label={`advice ${wordCode}`}>
      {incident && isSameCause && <IncidentAdvice incident={incident} />}
    </section>
  )
}

/** A panel whose flows know these facts and nothing else. */
function panelWith({ now, board, incidents, circuits, pings, contact }: KnownFacts): Panel {
  const clock = { now: () => now, serverNow: () => now }
  const flow = (context: object, tags: readonly string[] = [], states: readonly string[] = []) => {
    const snapshot = {
      status: 'active',
      context,
      children: {},
      hasTag: (tag: string) => tags.includes(tag),
      matches: (state: object) => states.includes(JSON.stringify(state)),
    }
    return {
      getSnapshot: () => snapshot,
      subscribe: () => ({ unsubscribe() {} }),
      send() {},
      system: { _clock: clock },
    }
  }
  const refs = new Map([...circuits].map(([wordCode, snapshot]) => [wordCode, { getSnapshot: () => snapshot }]))
  const isAway = contact === 'silent'
  const children = {
    deviceList: flow(
      { board, revision: board.revision, cursor: '' },
      contact === 'current' ? ['loaded'] : ['loaded', 'unknown'],
    ),
    devices: flow({ revision: 0, calls: { circuits: refs, resultsOf: () => [], maySee: () => true } }),
    incidents: flow({ incidents }, ['present', 'known']),
    condominiums: flow({ condominiums: [], selected: null }),
    connectivity: flow({}, [], contact === 'offline' ? ['{"network":"offline"}'] : []),
    serverSource: flow({}, isAway ? ['away'] : []),
    deviceServiceSource: flow({}, isAway || contact === 'serviceSilent' ? ['away'] : []),
    health: flow({ pings, check: null, checkedAt: null }),
    activity: flow({ portTests: [] }),
    alerts: flow({ unseen: [] }),
    audit: flow({ wordCode: '', history: [] }),
  }
  const panel = flow({ user: { userId: 'porteiro', permissions: ['device:write', 'device:reset'] } })
  return { ...panel, getSnapshot: () => ({ ...panel.getSnapshot(), children }) } as unknown as Panel
}
