import { globSync, readFileSync } from 'node:fs'
import { type AnyActorRef, type AnyStateMachine, type EventObject, StateMachine } from 'xstate'
import { loadCharts } from '../../../scripts/charts/all-charts.ts'
import { sessionFlows } from '../../../src/composition/flows.ts'
import { panelMachine } from '../../../src/composition/panel-machine.ts'
import { pageFlows } from '../../../src/machines/panel/page-flows.ts'
import type { ActorId } from '../../../src/machines/panel/panel.machine.ts'
import { withStandIns } from '../../models/parts/placeholders.ts'
import { runAsRoot } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { sessionOf } from '../../models/session/session-actor.ts'
import { ana, keptGrant } from '../../models/session/session-fixtures.ts'

const charts = await loadCharts()

export const actorIds = Object.keys({ ...pageFlows, ...sessionFlows }) as ActorId[]

export const condominium = { id: 'c1', name: 'Aurora', wordCode: 'W1', customersId: 'k1' }
const outbox = {}
const sameVersion = { served: '1', stored: '1', built: '1', earlier: null, accepted: [] }

/** Replaces the logic of a child; `machine` is the real logic. */
export type Replace = (id: ActorId, machine: AnyStateMachine) => AnyStateMachine

/** Starts the root with the real machine of every child; their services are stand-ins named `<child>.<service>`. */
export function startRealPanel(replace: Replace = (_, machine) => machine) {
  const standIns = new StandIns()
  const children = realChildren(standIns).map(([id, child]) => [id, replace(id, crashable(id, child))])
  const root = panelMachine.provide({
    actors: Object.fromEntries(children) as never,
    actions: { logCrash: standIns.effect('logCrash', (_, { actorId }) => actorId) },
  })
  const machine = withStandIns(root, standIns, 'panel')
  const panel = runAsRoot(machine, { standIns, input: { outcome: { kind: 'valid', config } } })
  const child = (id: ActorId): AnyActorRef | undefined => panel.ref.system.get(id)
  return {
    ...panel,
    child,
    children: () => Object.fromEntries(actorIds.map((id) => [id, child(id)])),
    sendTo: (id: ActorId, event: EventObject) => child(id)?.send(event),
    crash: (id: ActorId) => child(id)?.send({ type: 'test.crash' }),
    openOf: (id: ActorId) => standIns.open.filter((name) => name.startsWith(`${id}.`)),
    /** Services that a child has requested since the journal had this length. */
    askedBy: (id: ActorId, length: number) =>
      standIns.journal
        .slice(length)
        .flatMap((line) => (line.startsWith(`asks ${id}.`) ? line.split(' ').slice(1, 2) : []))
        .sort(),
    crashLog: () => standIns.journal.filter((line) => line.startsWith('does logCrash')),
  }
}

export type RealPanel = ReturnType<typeof startRealPanel>

/** Starts a panel in which Ana is signed in, a condominium is selected and all lists are loaded. */
export async function startSignedInPanel(replace?: Replace): Promise<RealPanel> {
  const panel = startRealPanel(replace)
  const { standIns, settle, elapsed } = panel
  standIns.resolve('version.compareVersions', sameVersion)
  standIns.resolve('session.restoreSession', storedSession(elapsed()))
  await settle()
  standIns.resolve('panel.loadFlows', undefined)
  await settle()
  standIns.resolve('panel.loadPush', undefined)
  standIns.resolve('session.renew', { kind: 'renewed', lifetimeMs: 3_600_000 })
  standIns.sendBack('connectivity.visibility', { type: 'page.visible' })
  standIns.resolve('condominiums.restoreSelection', condominium)
  standIns.sendBack('socket.link', { type: 'link.up' })
  standIns.resolve('audit.openOutbox', outbox)
  await settle()
  standIns.resolve('condominiums.loadCondominiums', [condominium])
  await settle()
  return panel
}

function storedSession(now: number) {
  return { kind: 'stored', session: sessionOf(keptGrant('plenty', now)), user: ana, endsWithBrowser: false }
}

const config = {
  apiUrl: '/rest',
  deviceUrl: '/device-control',
  healthUrl: '/rest',
  sharedComputer: false,
  offlineStart: true,
  socketUrl: 'https://guarita.test',
  socketNamespace: '',
  inspector: false,
}

/** The chart of each child with stand-ins for its services. */
function realChildren(standIns: StandIns): [id: ActorId, child: AnyStateMachine][] {
  const entry = /^ +(\w+): (?:machineNotProvided<)?(?:typeof )?(\w+Machine)\b/gm
  const files = ['src/machines/panel/page-flows.ts', ...globSync('src/composition/flows/*.ts').sort()]
  const entries = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(entry)])
  return entries.map(([, id = '', exportName]) => {
    const chart = charts.find((each) => each.exportName === exportName)
    if (chart === undefined) throw new Error(`no chart ${exportName}`)
    return [id as ActorId, standInServices(chart.machine, id, standIns)]
  })
}

/** The child throws while it handles the event `test.crash`. */
function crashable(id: ActorId, machine: AnyStateMachine): AnyStateMachine {
  const transition: AnyStateMachine['transition'] = (snapshot, event, scope) => {
    if (event.type === 'test.crash') throw new Error(`crash of ${id}`)
    return machine.transition(snapshot, event, scope)
  }
  return Object.create(machine, { transition: { value: transition } })
}

/** Provides stand-ins to the chart and to each chart within it. */
function standInServices(machine: AnyStateMachine, id: string, standIns: StandIns): AnyStateMachine {
  const inner = Object.entries(machine.implementations.actors).flatMap(([name, child]) =>
    child instanceof StateMachine ? [[name, standInServices(child, id, standIns)]] : [],
  )
  return withStandIns(machine.provide({ actors: Object.fromEntries(inner) } as never), standIns, id)
}
