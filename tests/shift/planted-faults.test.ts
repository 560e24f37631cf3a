import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import type { DeviceBoard } from '../../src/machines/device-list/device-board.ts'
import { falseClaims } from './claims.ts'
import { contradictionsIn, type Rule } from './contradictions.ts'
import { closeGatehouse, type OpenGatehouse, openGatehouse } from './gatehouse.ts'
import { readScreen, readViews } from './read-views.ts'
import type { Views, Visit } from './screen.tsx'
import { goOn, openPages } from './shift-run.ts'

const minuteMs = 60_000
const contract = '../../contract'
const ui = '../../src/ui'

/** A device that fails alone, one of a condominium that is down, and one that falls and returns. */
type Place = 'alone' | 'down' | 'oscillating'

interface Fault {
  fault: string
  /** The module that the fault replaces. */
  module: string
  planted: (original: Original) => object
  /** The rule that finds the fault, in a claim that contains `text`. */
  rule: Rule
  text?: string
  visited?: Place
}

/** The functions of a replaced module. */
// biome-ignore lint/suspicious/noExplicitAny: a fault calls the functions of any module with their own arguments
type Original = Record<string, (...args: any[]) => any>

const faults: readonly Fault[] = [
  {
    fault: 'the advice is about one cable where a whole condominium is down',
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
    fault: 'deactivated devices vanish from the counts',
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
    fault: 'an incident begins at its last fall (STATE-7)',
    module: `${ui}/incidents/incident-texts.ts`,
    planted: () => ({ incidentSince: ({ since }: Incident) => Date.parse(since) }),
    rule: 'since',
    visited: 'oscillating',
  },
  {
    fault: 'silenced incidents count as calling',
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
    fault: 'the search has a status of its own',
    module: `${ui}/devices/status/device-facts-hooks.ts`,
    planted: () => ({ useDeviceStatus: () => 'online' }),
    rule: 'status',
    text: 'search',
    visited: 'down',
  },
]

describe('a fault that is planted in the views is found (STATE-1)', () => {
  let gatehouse: OpenGatehouse
  let visits: Record<Place, Visit>

  beforeAll(async () => {
    gatehouse = await openGatehouse({ lengthMs: 30 * minuteMs, outageCount: 0, failingCount: 4, eventCount: 400 })
    visits = await eventfulMoment(gatehouse)
  })
  afterAll(() => closeGatehouse(gatehouse))

  async function viewsAgain(): Promise<Views> {
    vi.resetModules()
    const { loadViews } = await import('./screen.tsx')
    return loadViews(gatehouse.panel)
  }

  /** `isPlanted`: loads the views again, with the planted fault. */
  async function foundAt(place: Place, isPlanted: boolean) {
    const visit = visits[place]
    openPages(gatehouse.panel, visit)
    for (let step = 0; step < 2; step += 1) await goOn(gatehouse)
    const views = isPlanted ? await viewsAgain() : gatehouse.views
    const read = readViews(views.renderAll(visit, gatehouse.wall), visit)
    const { found } = contradictionsIn(read, { now: Date.now(), isQuiet: true })
    return { read, found: found.map(({ rule, text }) => `${rule}: ${text}`) }
  }

  test.each(['alone', 'down', 'oscillating'] as const)('without a fault nothing is found: %s', async (place) => {
    const first = await foundAt(place, false)
    // The wall asks on its own: a difference that its next answer ends is none, as in the shift.
    if (first.found.length > 0) for (let step = 0; step < 24; step += 1) await goOn(gatehouse)
    const { found, read } = first.found.length > 0 ? await foundAt(place, false) : first
    expect(found).toEqual([])
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

  test.each(faults)('$fault', async ({ module, planted, rule, text = '', visited = 'alone' }) => {
    vi.doMock(module, async (importOriginal) => {
      const original = await importOriginal<Original>()
      return { ...original, ...planted(original) }
    })
    const { found } = await foundAt(visited, true)
    vi.doUnmock(module)
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${rule}: .*${text}`)))
  })
})

describe('a fault that is planted in what the panel knows is found (STATE-2, STATE-4)', () => {
  let gatehouse: OpenGatehouse | undefined

  afterAll(() => closeGatehouse(gatehouse))

  test('an event turns a device online', async () => {
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
    const { server, views, wall, world } = gatehouse
    const speaking = () => server.incidents.embraced().find((each) => /^DISP-1?[13579]$/.test(each))
    await passUntil(gatehouse, () => speaking() !== undefined)
    for (let step = 0; step < 60; step += 1) await goOn(gatehouse)
    vi.doUnmock(module)
    const wordCode = speaking() ?? ''
    const visit = { wordCode, condominiumId: world.deviceOf(wordCode)?.condominiumId ?? '', incidentId: null }
    const rules = () => {
      const { found } = contradictionsIn(readViews(views.renderAll(visit, wall), visit), {
        now: Date.now(),
        isQuiet: true,
      })
      return found.map(({ rule }) => rule)
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

/** Lets the shift run until every kind of incident is open, and one device has refused a test in a pause that is over. */
async function eventfulMoment(gatehouse: OpenGatehouse): Promise<Record<Place, Visit>> {
  const { server, panel, world } = gatehouse
  const listed = () => server.incidents.listed(Date.now()).filter(({ end }) => end === null)
  const alone = () =>
    listed().find(({ kind, wordCode, isOscillating }) => kind === 'contact' && wordCode !== '' && !isOscillating)
  const down = () => listed().find(({ scope }) => scope === 'condominium')
  const oscillating = () => listed().find(({ isOscillating, failing }) => isOscillating && failing > 0)
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
  const lives = () => new Set(listed().map(({ life }) => life))
  await passUntil(gatehouse, () => lives().size === 3 && down() !== undefined && oscillating() !== undefined)
  const ofPlace = world.devices.find((device) => device.condominiumId === down()?.condominiumId)
  return {
    alone: visitOf(wordCode, alone()),
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
