import { createElement } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import type { DeviceBoard } from '../../src/machines/device-list/device-board.ts'
import type { Original } from '../planted-fault.ts'
import { falseClaims } from './claims.ts'
import type { Rule } from './contradictions.ts'
import { closeGatehouse, type OpenGatehouse, openGatehouse } from './gatehouse.ts'
import { textOf } from './markup.ts'
import { readScreen, readViews } from './read-views.ts'
import type { Views, Visit } from './screen.tsx'
import { compared, goOn, openPages, select } from './shift-run.ts'

const minuteMs = 60_000
const contract = '../../contract'
const ui = '../../src/ui'

/** Devices to visit: a device that fails alone, a device of a failed condominium, and an oscillating device. */
const places = ['alone', 'down', 'oscillating'] as const
type Place = (typeof places)[number]

/** A condominium whose devices are all deactivated, without an incident. */
const quietPlace = 'condominio-15'

interface Fault {
  fault: string
  /** The module that the fault replaces. */
  module: string
  planted: (original: Original) => object
  /** The rule that finds the fault, in a claim that contains `text`. */
  rule: Rule
  text?: string
  visited?: Place
  /** The selected condominium; all by default. */
  selected?: string
}

const faults: readonly Fault[] = [
  {
    fault: 'the advice is about one cable where a whole condominium is down (STATE-5)',
    module: `${contract}/devices/troubles.ts`,
    planted: ({ troubleOfIncident }) => ({
      troubleOfIncident: (incident: Incident) =>
        incident.scope === 'condominium' ? 'silent' : troubleOfIncident?.(incident),
    }),
    rule: 'cable',
    visited: 'down',
  },
  {
    fault: 'the advice of an incident is from another table',
    module: `${contract}/devices/device-steps.ts`,
    planted: () => ({ incidentSteps: () => ['Chame a manutenção.'] }),
    rule: 'advice',
    visited: 'down',
  },
  {
    fault: 'the page of a device has another cause than its incident (STATE-5)',
    module: `${contract}/devices/device-steps.ts`,
    planted: ({ deviceSteps }) => ({
      deviceSteps: (facts: object, ...rest: unknown[]) => deviceSteps?.({ ...facts, incident: null }, ...rest),
    }),
    rule: 'advice',
    visited: 'down',
  },
  {
    fault: 'the counts leave out deactivated devices',
    module: `${ui}/device-list/device-order.ts`,
    planted: ({ deviceView }) => ({
      deviceView: (...args: unknown[]) => {
        const view = deviceView?.(...args)
        const left = view.devices.filter(({ device }: { device: { active: boolean } }) => device.active)
        return { devices: left, byDeviceStatus: { ...view.byDeviceStatus, inactive: [] }, count: left.length }
      },
    }),
    rule: 'counts',
    text: 'options of the search',
  },
  {
    fault: 'an incident begins at the last failure of its device (STATE-7)',
    module: `${ui}/incidents/incident-texts.ts`,
    planted: () => ({ incidentSince: ({ since }: Incident) => Date.parse(since) }),
    rule: 'since',
    visited: 'oscillating',
  },
  {
    fault: 'silenced incidents count as alarms',
    module: `${ui}/incidents/incident-texts.ts`,
    planted: ({ incidentSentences }) => ({
      incidentSentences: (incidents: readonly Incident[], ...rest: unknown[]) =>
        incidentSentences?.(
          incidents.map((each) => ({ ...each, life: 'new' })),
          ...rest,
        ),
    }),
    rule: 'counts',
    text: 'call',
  },
  {
    fault: 'the wall shows a claimed incident in red',
    module: `${ui}/incidents/incident-texts.ts`,
    planted: () => ({ incidentTone: () => 'bad' }),
    rule: 'red',
    text: 'wall: ',
  },
  {
    fault: 'a text names a pause that is over',
    module: `${ui}/devices/commands/operation-texts.ts`,
    planted: ({ outcomeText }) => ({ outcomeText: (operation: unknown) => outcomeText?.(operation, 0) }),
    rule: 'pause',
    text: 'device: ',
  },
  {
    fault: 'the text for the maintenance has another status',
    module: `${ui}/devices/status/maintenance-text.ts`,
    planted: ({ maintenanceText }) => ({
      maintenanceText: (facts: unknown) => maintenanceText?.(facts).replace(/^(Situação às .*: ).+$/m, '$1Online'),
    }),
    rule: 'status',
    text: 'maintenance',
  },
  {
    fault: 'the dashboard is green while incidents are open elsewhere',
    module: `${ui}/dashboard/situation.ts`,
    planted: () => ({
      situationOf: () => ({ tone: 'ok', isAsking: false, text: 'Tudo responde.', detail: '', checkedAt: null }),
    }),
    rule: 'allWell',
    text: 'situation: ',
  },
  {
    fault: 'the search shows another status',
    module: `${ui}/devices/status/device-facts-hooks.ts`,
    planted: () => ({ useDeviceStatus: () => 'online' }),
    rule: 'status',
    text: 'search',
    visited: 'down',
  },
  {
    fault: 'a selected condominium hides the alarms of others (STATE-6)',
    module: `${ui}/incidents/incident-hooks.ts`,
    planted: () => ({ useHiddenAlarms: () => ({ incidents: 0, alerts: 0 }) }),
    rule: 'hidden',
    text: 'dashboard: ',
    selected: quietPlace,
  },
  {
    fault: 'a page ignores the selected condominium (LIVE-6)',
    module: `${ui}/condominiums/condominium-hooks.ts`,
    planted: () => ({ useSelectedCondominium: () => null }),
    rule: 'scope',
    text: 'devices: ',
    selected: quietPlace,
  },
  {
    fault: 'the list of condominiums shows movement in green (STATE-4)',
    module: `${ui}/activity/last-event-text.ts`,
    planted: () => ({ lastEventText: () => createElement('span', { className: 'tone-ok' }, 'Agora') }),
    rule: 'movement',
    text: 'condominiums: ',
  },
  {
    fault: 'a condominium with deactivated devices is shown as not in use yet (STATE-3)',
    module: `${ui}/dashboard/asked-situation.ts`,
    planted: ({ askedSituation }) => ({
      askedSituation: (counts: object) => askedSituation?.({ ...counts, inactive: 0 }),
    }),
    rule: 'deactivated',
    text: 'situation: ',
    selected: quietPlace,
  },
  {
    fault: 'a number of devices leaves out the deactivated devices (STATE-3)',
    module: `${contract}/devices/deactivated-text.ts`,
    planted: () => ({ andDeactivatedText: () => '' }),
    rule: 'deactivated',
    text: 'Dispositivos online',
  },
  {
    fault: 'the load page shows a rate per hour for less than an hour (STATE-7)',
    module: `${ui}/alarm-load/alarm-load-texts.ts`,
    planted: ({ rateOf }) => ({ rateText: (period: unknown) => rateOf?.(period).toFixed(1).replace('.', ',') }),
    rule: 'rate',
    text: 'for 0',
  },
  {
    fault: 'the sentence of the load page states a rate for less than an hour (STATE-7)',
    module: `${ui}/alarm-load/alarm-load-texts.ts`,
    planted: ({ loadVerdict }) => ({
      loadVerdict: (periods: readonly { from: string }[]) =>
        loadVerdict?.(periods.map((each) => ({ ...each, from: new Date(Date.parse(each.from) - 60 * minuteMs) }))),
    }),
    rule: 'rate',
    text: 'chamadas por hora',
  },
  {
    fault: 'no text states that a gate may still be open',
    module: `${contract}/incidents/incident-sentence.ts`,
    planted: ({ incidentSentence }) => ({
      incidentSentence: (incident: Incident) => incidentSentence?.(incident).replace(/ Não sabemos.+/, ''),
    }),
    rule: 'green',
    text: 'Portão',
  },
  {
    fault: 'an ended incident is shown as claimed',
    module: `${ui}/incidents/incident-texts.ts`,
    planted: ({ ownerText }) => ({
      ownerText: (incident: Incident, userId: string) => ownerText?.({ ...incident, end: null }, userId),
    }),
    rule: 'ended',
  },
  {
    fault: 'a device that falls and returns is shown as a device that hangs',
    module: `${contract}/devices/troubles.ts`,
    planted: ({ troubleOfIncident }) => ({
      troubleOfIncident: (incident: Incident) => troubleOfIncident?.({ ...incident, isOscillating: false }),
    }),
    rule: 'oscillating',
    visited: 'oscillating',
  },
  {
    fault: 'the steps vanish from the page of a device (STATE-2)',
    module: `${contract}/devices/device-steps.ts`,
    planted: () => ({ deviceSteps: () => [] }),
    rule: 'advice',
  },
]

describe('a fault that is planted in the views is found (STATE-1)', () => {
  let gatehouse: OpenGatehouse
  let visits: Record<Place, Visit>

  beforeAll(async () => {
    const shape = { lengthMs: 30 * minuteMs, outageCount: 0, failingCount: 1, eventCount: 2_000 }
    gatehouse = await openGatehouse({ ...shape, isStaged: true })
    visits = await eventfulMoment(gatehouse)
  })
  afterAll(() => closeGatehouse(gatehouse))

  async function viewsAgain(): Promise<Views> {
    vi.resetModules()
    const { loadViews } = await import('./screen.tsx')
    return loadViews(gatehouse.panel)
  }

  /** `isPlanted`: loads the views again, with the planted fault. */
  async function foundAt(place: Place, isPlanted: boolean, selected: string | null = null) {
    const visit = visits[place]
    select(gatehouse, selected)
    await openPages(gatehouse.panel, visit)
    for (let step = 0; step < 2; step += 1) await goOn(gatehouse)
    const views = isPlanted ? await viewsAgain() : gatehouse.views
    const read = readViews(views.renderAll(visit, gatehouse.wall), visit)
    const { found } = compared({ ...gatehouse, views }, visit)
    return { read, found: found.map(({ rule, text }) => `${rule}: ${text}`) }
  }

  async function foundWithoutFault(place: Place, selected: string | null = null) {
    const first = await foundAt(place, false, selected)
    if (first.found.length === 0) return first
    // The wall sends its own calls: as in the shift, a difference does not count if the next answer to the wall ends it.
    for (let step = 0; step < 24; step += 1) await goOn(gatehouse)
    return foundAt(place, false, selected)
  }

  test('without a fault, no contradiction is found while a condominium is selected', async () => {
    const { found, read } = await foundWithoutFault('alone', quietPlace)
    expect(found).toEqual([])
    expect([...read.hidden.values()].every((count) => count > 0)).toBe(true)
    expect(read.selectedName).not.toBe('')
  })

  test.each(places)('without a fault, no contradiction is found: %s', async (place) => {
    const { found, read } = await foundWithoutFault(place)
    expect(found).toEqual([])
    expect(read.load.rows).not.toEqual([])
    expect(read.ended).not.toEqual([])
    expect(read.menuCount).toBeGreaterThan(0)
    expect(read.incidentPage?.since).not.toBe('')
    expect(read.incidentPage?.firstNoteAt).not.toBe('')
    expect(read.incidentPage?.steps).not.toBeNull()
    expect(read.devicePage.steps).not.toEqual([])
    const inRows = ['dashboard', 'device', 'condominium', 'incidents', 'incident', 'handover', 'wall']
    expect(new Set(read.incidents.map(({ view }) => view))).toEqual(new Set(inRows))
    expect(read.devices.map(({ view }) => view)).toEqual(
      expect.arrayContaining(['devices', 'condominium', 'search', 'device', 'maintenance']),
    )
    expect([...read.texts.values()]).not.toContain('')
  })

  test.each(faults)('$fault', async ({ module, planted, rule, text = '', visited = 'alone', selected }) => {
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<Original>()
      return { ...original, ...planted(original) }
    })
    const { found } = await foundAt(visited, true, selected)
    vi.doUnmock(module)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: .*${text}`)))
  })
})

const offlineFaults: readonly Pick<Fault, 'fault' | 'module' | 'planted' | 'rule' | 'text'>[] = [
  {
    fault: "the header says 'Conectado' while the computer has no network",
    module: `${ui}/panel-context.tsx`,
    planted: ({ flowHook }) => ({
      flowHook: (flow: string, ...selection: unknown[]) => {
        if (flow === 'connectivity') return () => false
        return flow === 'socket' ? () => 'connected' : flowHook?.(flow, ...selection)
      },
    }),
    rule: 'connection',
    text: 'header: Conectado',
  },
  {
    fault: 'a request that was never sent may have reached the device',
    module: `${ui}/devices/commands/operation-texts.ts`,
    planted: () => ({ mayBeDone: () => true }),
    rule: 'unsent',
    text: 'device: pode ter chegado',
  },
  {
    fault: 'a claim that was never sent has no answer from the server',
    module: '../../src/services/http/call-result.ts',
    planted: ({ dataOf }) => ({ dataOf: (result: object) => dataOf?.({ ...result, isUnsent: false }) }),
    rule: 'unsent',
    text: 'incidents: O servidor não respondeu',
  },
]

describe('a fault that is planted in the panel is found while the computer has no network (STATE-8)', () => {
  let gatehouse: OpenGatehouse | undefined

  afterEach(() => closeGatehouse(gatehouse))

  /** A person sends a restart and a claim without network. */
  async function foundOffline(): Promise<string[]> {
    const shape = { lengthMs: 12 * minuteMs, outageCount: 1, failingCount: 1, eventCount: 0, isStaged: true } as const
    const opened = await openGatehouse({ ...shape, outageKinds: ['offline'] })
    gatehouse = opened
    const { panel, world, server } = opened
    await passUntil(opened, () => world.isOffline(Date.now()))
    await goOn(opened)
    const [incident] = server.incidents.listed(Date.now())
    const { wordCode, condominiumId } = world.devices[1] ?? { wordCode: '', condominiumId: '' }
    const visit = { wordCode, condominiumId, incidentId: incident?.id ?? '' }
    await openPages(panel, visit)
    for (let step = 0; step < 2; step += 1) await goOn(opened)
    const { devices, incidents } = panel.getSnapshot().children
    const target = { wordCode, condominiumId }
    devices?.send({ type: 'device.operate', operation: { kind: 'restart', target, reason: 'teste' } })
    incidents?.send({ type: 'incidents.claim', ids: [visit.incidentId] })
    for (let step = 0; step < 8; step += 1) await goOn(opened)
    expect(world.isOffline(Date.now())).toBe(true)
    return compared(opened, visit).found.map(({ rule, text }) => `${rule}: ${text}`)
  }

  test('without a fault, no contradiction is found', async () => {
    expect(await foundOffline()).toEqual([])
    expect(textOf(gatehouse?.views.render('/incidents'))).toContain('Nada foi enviado')
  })

  test.each(offlineFaults)('$fault', async ({ module, planted, rule, text }) => {
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<Original>()
      return { ...original, ...planted(original) }
    })
    const found = await foundOffline()
    vi.doUnmock(module)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: .*${text}`)))
  })
})

describe('a fault that is planted in the facts of the panel is found (STATE-2, STATE-4)', () => {
  let gatehouse: OpenGatehouse | undefined

  afterAll(() => closeGatehouse(gatehouse))

  test('an event makes the status of a device online', async () => {
    const module = '../../src/machines/device-list/device-board.ts'
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<{ DeviceBoard: typeof DeviceBoard }>()
      class BelievingBoard extends original.DeviceBoard {
        override putActivities(activities: Parameters<DeviceBoard['putActivities']>[0]): void {
          super.putActivities(
            activities.map((each) => (each.kind === 'device-down' ? each : { ...each, kind: 'device-up' })),
          )
        }
      }
      return { DeviceBoard: BelievingBoard }
    })
    gatehouse = await openGatehouse({ lengthMs: 12 * minuteMs, outageCount: 0, failingCount: 4, eventCount: 3_000 })
    const opened = gatehouse
    const { server, world } = opened
    const speaking = () => server.incidents.embraced().find((each) => /^DISP-1?[13579]$/.test(each))
    await passUntil(gatehouse, () => speaking() !== undefined)
    for (let step = 0; step < 60; step += 1) await goOn(gatehouse)
    vi.doUnmock(module)
    const wordCode = speaking() ?? ''
    const visit = { wordCode, condominiumId: world.deviceOf(wordCode)?.condominiumId ?? '', incidentId: null }
    const rules = () => {
      return compared(opened, visit).found.map(({ rule }) => rule)
    }
    for (let step = 0; step < 240 && !rules().includes('embraced'); step += 8)
      for (let half = 0; half < 8; half += 1) await goOn(gatehouse)
    expect(rules()).toContain('embraced')
    closeGatehouse(gatehouse)
  })

  test('the failure of a device counts as movement', async () => {
    const module = `${contract}/wire/answers/events.ts`
    vi.doMock(module, async (importOriginal) => ({ ...(await importOriginal<object>()), isMovement: () => true }))
    gatehouse = await openGatehouse({ lengthMs: 12 * minuteMs, outageCount: 0, failingCount: 4, eventCount: 0 })
    const { server, views } = gatehouse
    await passUntil(gatehouse, () => server.incidents.embraced().length > 0)
    for (let step = 0; step < 70; step += 1) await goOn(gatehouse)
    vi.doUnmock(module)
    const screen = readScreen(views.render('/dashboard'), null)
    expect(falseClaims(screen, Date.now(), gatehouse)).toContainEqual(
      expect.stringMatching(/^Condomínios com movimento/),
    )
  })
})

/**
 * Lets the shift run until every kind of incident is open, and one device has refused a test in a pause that is over. A
 * person has closed, claimed and silenced one incident each.
 */
async function eventfulMoment(gatehouse: OpenGatehouse): Promise<Record<Place, Visit>> {
  const { server, panel, world, wall } = gatehouse
  const listed = () => server.incidents.listed(Date.now()).filter(({ end }) => end === null)
  const alone = () => listed().find(({ kind, wordCode }) => kind === 'contact' && isSteady(wordCode))
  const isSteady = (wordCode: string) => world.deviceOf(wordCode)?.failures.length === 1
  const down = () => listed().find(({ scope }) => scope === 'condominium')
  const oscillating = () => listed().find(({ isOscillating, failing }) => isOscillating && failing > 0)
  const gate = () => listed().find(({ kind }) => kind === 'gate-held-open')
  const otherDoors = () => listed().filter(({ id, kind }) => kind !== 'contact' && id !== gate()?.id)
  const visitOf = (wordCode: string, incident: Incident | undefined): Visit => ({
    wordCode,
    condominiumId: world.deviceOf(wordCode)?.condominiumId ?? '',
    incidentId: incident?.id ?? null,
  })

  await passUntil(gatehouse, () => alone() !== undefined)
  const { wordCode = '', condominiumId = '' } = world.deviceOf(alone()?.wordCode ?? '') ?? {}
  const operation = { kind: 'test' as const, target: { wordCode, condominiumId } }
  for (let call = 0; call < 4; call += 1) {
    panel.getSnapshot().children.devices?.send({ type: 'device.operate', operation })
    for (let step = 0; step < 40; step += 1) await goOn(gatehouse)
  }
  for (let step = 0; step < 4 * 60; step += 1) await goOn(gatehouse)
  await passUntil(gatehouse, () => ![down(), oscillating(), gate()].includes(undefined) && otherDoors().length > 2)
  const [closed = '', claimed = '', silenced = ''] = otherDoors().map(({ id }) => id)
  const person = { at: Date.now(), by: 'porteiro' }
  for (const id of [closed, claimed]) server.incidents.act(id, { type: 'person.claimed', ...person })
  server.incidents.act(closed, { type: 'person.closed', ...person, word: 'alarme falso' })
  const until = Date.now() + 20 * minuteMs
  server.incidents.act(silenced, { type: 'person.silenced', ...person, until, reason: 'obra' })
  const onWall = () => wall.getSnapshot().context.view?.incidents ?? []
  await passUntil(gatehouse, () => onWall().some(({ id, life }) => id === silenced && life === 'silenced'))
  const ofPlace = world.devices.find((device) => device.condominiumId === down()?.condominiumId)
  return {
    alone: visitOf(
      wordCode,
      listed().find((each) => each.wordCode === wordCode),
    ),
    down: visitOf(ofPlace?.wordCode ?? '', down()),
    oscillating: visitOf(oscillating()?.wordCode ?? '', oscillating()),
  }
}

async function passUntil(gatehouse: OpenGatehouse, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    if (Date.now() > gatehouse.world.endsAt) throw new Error(`the shift has no such moment: ${isSo}`)
    await goOn(gatehouse)
  }
}
