import { setup } from 'xstate'
import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import { sessionFlows } from '../../../src/composition/flows.ts'
import type { SessionFlowId } from '../../../src/machines/panel/flow-plan.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { ana, bento, promoted } from '../session/session-fixtures.ts'

export const pageChildren = ['connectivity', 'version', 'session'] as const
export const sessionChildren = Object.keys(sessionFlows) as SessionFlowId[]
export type Child = 'theme' | 'push' | (typeof pageChildren)[number] | SessionFlowId

const sources = ['serverSource', 'deviceServiceSource', 'healthSource'] as const

export const users: Record<'ana' | 'promoted' | 'bento', UserRecord> = { ana, promoted, bento }
export const batch = { condominiumIds: ['c1'], activities: [] }
export const aurora = { id: 'c1', name: 'Aurora', wordCode: 'W1', customersId: 'k1' }
export const audited = { at: '2026-03-02T09:00:00.000Z', wordCode: 'W1' }
export const device = { wordCode: 'W1', name: 'Leitor' }
export const pushed = { id: 'p1', title: 'Porta', body: '', data: {}, createdAt: '', path: '/notifications' }
export const token = 'token of a refused call'

export interface PanelModelContext extends ModelContext {
  user: keyof typeof users | null
  condominiumId: string | null
  /** Whether a person has signed in since the page load: the theme's chart loads with the first sign-in. */
  isCharted: boolean
  /** Its chart also loads with the first sign-in: no Firebase project is configured here. */
  push: 'waiting' | 'arriving' | 'unavailable' | 'charted'
  /** Whether the version check of the boot has ended (BOOT-2). */
  isVersionSettled: boolean
  found: 'stored' | 'absent' | 'expired' | null
  /** Crashes of the last minute, with their times. */
  crashes: readonly { child: Child; at: number }[]
}

export type PanelModelEvent =
  | { type: 'flows.arrive' }
  | { type: 'flows.fail' }
  | { type: 'push.arrives' }
  | { type: 'push.fails' }
  | { type: 'push.delivers' }
  | { type: 'version.isChecked' }
  | { type: 'version.changes' }
  | { type: 'version.goesStale' }
  | { type: 'session.isStored'; user: keyof typeof users }
  | { type: 'session.isAbsent' }
  | { type: 'session.expires' }
  | { type: 'page.shows' }
  | { type: 'page.hides' }
  | { type: 'storage.isCleared' }
  | { type: 'reset.isConfirmed' }
  | { type: 'network.returns' }
  | { type: 'network.isLost' }
  | { type: 'socket.isLost' }
  | { type: 'server.isLost' }
  | { type: 'server.isReached' }
  | { type: 'server.recovers' }
  | { type: 'lastKnown.isOver' }
  | { type: 'deviceService.isLost' }
  | { type: 'deviceService.recovers' }
  | { type: 'health.isLost' }
  | { type: 'health.recovers' }
  | { type: 'socket.isRestored' }
  | { type: 'socket.delivers' }
  | { type: 'socket.notifies' }
  | { type: 'socket.reportsIncidents' }
  | { type: 'socket.reportsVersion' }
  | { type: 'socket.reportsCondominiums' }
  | { type: 'incidents.areKnown' }
  | { type: 'socket.isRefused' }
  | { type: 'call.isRefused' }
  | { type: 'condominium.isSelected'; id: string | null }
  | { type: 'device.changes' }
  | { type: 'device.isDeleted' }
  | { type: 'device.isIsolated' }
  | { type: 'device.isAudited' }
  | { type: 'devices.areImported' }
  | { type: 'import.isRefused' }
  | { type: 'health.isChecked' }
  | { type: 'health.isUnreachable' }
  | { type: 'child.crashes'; child: Child }
  | { type: 'time.passes'; seconds: number }

const { did, logs, update } = modelActions<PanelModelContext, PanelModelEvent>()
const does = (effect: string) => did(entry('does', effect))
const sends = (event: string, ...children: Child[]) => did(...children.map((child) => `sends ${child} ${event}`))

/** Journal entry of a child's start, with its input if it has one. */
function started(child: Child, { user, condominiumId }: PanelModelContext): string {
  if (child === 'devices') {
    const { userId, name: userName } = users[user ?? 'ana']
    return entry('asks', child, { userId, userName })
  }
  if (['condominiums', 'deviceImport', 'audit', 'notifications', 'alerts'].includes(child))
    return entry('asks', child, { userId: users[user ?? 'ana'].userId })
  if (child === 'push') return entry('asks', child, { isConfigured: false })
  if (child === 'eventFeed') return entry('asks', child, { condominiumId })
  if (child === 'health') return entry('asks', child, { condominiumId })
  if (child.endsWith('Source')) return entry('asks', child, { service: child.slice(0, -'Source'.length) })
  return child === 'socket' ? entry('asks', child, { namespace: '/gatehouse' }) : entry('asks', child)
}

/** Crashes of the last minute; the panel ends at the fourth crash of one child within it (BOOT-4). */
export function recentCrashes({ crashes, now }: PanelModelContext): PanelModelContext['crashes'] {
  return crashes.filter(({ at }) => now - at < 60_000)
}

/** The code of the flows is requested at each sign-in; after the first time the browser has it in memory. */
const asksForFlows = did(entry('asks', 'loadFlows'))

const refusal = `session.refused ${JSON.stringify({ token })}`

/** BOOT: who may sign in, when each child runs, and which crashes the panel survives. */
export const panelModel = setup({
  types: {} as { context: PanelModelContext; events: PanelModelEvent },
  actions: {
    takesUser: update((_, event) =>
      event.type === 'session.isStored' ? { user: event.user, condominiumId: null } : {},
    ),
    startsSessionChildren: update((context) => ({
      isCharted: true,
      did: [
        ...context.did,
        ...sessionChildren.map((child) => started(child, context)),
        ...(context.isCharted ? [] : [started('theme', context)]),
      ],
    })),
    asksForPush: update(({ push, did }) =>
      push === 'waiting' || push === 'unavailable'
        ? { push: 'arriving', did: [...did, entry('asks', 'loadPush')] }
        : {},
    ),
    sendsPush: update(({ push, did }) =>
      push === 'charted' ? { did: [...did, 'sends push connectivity.online'] } : {},
    ),
    asksForPushAgain: update(({ push, did }) =>
      push === 'unavailable' ? { push: 'arriving', did: [...did, entry('asks', 'loadPush')] } : {},
    ),
    startsPush: update((context) => ({ push: 'charted', did: [...context.did, started('push', context)] })),
    missesPush: update(({ did }) => ({
      push: 'unavailable',
      did: [...did, entry('does', 'logFailure', 'Código de push não carregado.')],
    })),
    selects: update(({ did }, event) => {
      if (event.type !== 'condominium.isSelected') return {}
      const condominium = event.id === null ? null : { ...aurora, id: event.id }
      const told = `condominiums.selected ${JSON.stringify({ condominium })}`
      const hearers = ['eventFeed', 'deviceImport', 'health']
      return { condominiumId: event.id, did: [...did, ...hearers.map((child) => `sends ${child} ${told}`)] }
    }),
    counts: update((context, event) =>
      event.type !== 'child.crashes'
        ? {}
        : {
            crashes: [...recentCrashes(context), { child: event.child, at: context.now }],
            did: [...context.did, entry('does', 'logCrash', event.child)],
          },
    ),
    startsAgain: update((context, event) =>
      event.type === 'child.crashes' ? { did: [...context.did, started(event.child, context)] } : {},
    ),
    passes: update((context, event) => {
      const now = context.now + (event.type === 'time.passes' ? event.seconds * 1_000 : 0)
      return { now, crashes: recentCrashes({ ...context, now }) }
    }),
  },
  guards: {
    isReadyToSignIn: ({ context }) => context.isVersionSettled && context.found === 'stored',
    isReadyToSignOut: ({ context }) => context.isVersionSettled && context.found === 'absent',
    isReadyToExpire: ({ context }) => context.isVersionSettled && context.found === 'expired',
    isOther: ({ context, event }) =>
      event.type === 'session.isStored' && users[event.user].userId !== users[context.user ?? 'ana'].userId,
    isFourth: ({ context, event }) =>
      event.type === 'child.crashes' &&
      recentCrashes(context).filter(({ child }) => child === event.child).length === 3,
  },
}).createMachine({
  id: 'panel model',
  context: {
    now: 0,
    did: pageChildren.map((child) => entry('asks', child)),
    user: null,
    condominiumId: null,
    isCharted: false,
    push: 'waiting',
    isVersionSettled: false,
    found: null,
    crashes: [],
  },
  initial: 'running',
  states: {
    running: {
      initial: 'booting',
      on: {
        'version.changes': 'updating',
        'version.goesStale': 'reloading',
        'page.shows': { actions: sends('page.shown', 'version', 'session') },
        'page.hides': { actions: sends('page.hidden', 'version') },
        'storage.isCleared': { actions: sends('storage.cleared', 'version', 'session') },
        'call.isRefused': { actions: sends(refusal, 'session') },
        'push.arrives': { actions: 'startsPush' },
        'push.fails': { actions: 'missesPush' },
        'network.returns': { actions: ['sendsPush', 'asksForPushAgain'] },
        'child.crashes': [
          { guard: 'isFourth', target: 'crashed', actions: 'counts' },
          { actions: ['counts', 'startsAgain'] },
        ],
        'time.passes': { actions: 'passes' },
      },
      states: {
        booting: {
          always: [
            { guard: 'isReadyToSignIn', target: 'signedIn' },
            { guard: 'isReadyToSignOut', target: 'signedOut' },
            { guard: 'isReadyToExpire', target: 'expired' },
          ],
          on: {
            'version.isChecked': { actions: update(() => ({ isVersionSettled: true })) },
            'session.isStored': { actions: ['takesUser', update(() => ({ found: 'stored' }))] },
            'session.isAbsent': { actions: update(() => ({ found: 'absent' })) },
            'session.expires': { actions: update(() => ({ found: 'expired' })) },
          },
        },
        signedOut: {
          on: {
            'session.isStored': { target: 'signedIn', actions: 'takesUser' },
            'session.expires': 'expired',
          },
        },
        signedIn: {
          initial: 'arriving',
          on: {
            'session.isStored': [
              { guard: 'isOther', target: 'signedIn', reenter: true, actions: 'takesUser' },
              { actions: update((_, event) => (event.type === 'session.isStored' ? { user: event.user } : {})) },
            ],
            'session.isAbsent': { target: 'signedOut', actions: does('goToRoot') },
            'session.expires': 'expired',
          },
          states: {
            arriving: {
              entry: asksForFlows,
              on: {
                'flows.arrive': 'working',
                'flows.fail': {
                  target: 'unavailable',
                  actions: logs('Partes do painel não carregadas.'),
                },
              },
            },
            unavailable: {},
            working: {
              entry: ['startsSessionChildren', 'asksForPush'],
              on: {
                'page.shows': {
                  actions: sends(
                    'page.shown',
                    'version',
                    'session',
                    'condominiums',
                    'socket',
                    ...sources,
                    'incidents',
                    'devices',
                    'health',
                  ),
                },
                'page.hides': { actions: sends('page.hidden', 'version', 'socket', ...sources, 'devices', 'health') },
                'storage.isCleared': {
                  actions: sends('storage.cleared', 'version', 'session', 'condominiums', 'alerts'),
                },
                'reset.isConfirmed': { actions: sends('ResetAll', 'theme') },
                'network.returns': {
                  actions: [
                    'sendsPush',
                    'asksForPushAgain',
                    sends('connectivity.online', 'shell', 'socket', ...sources, 'audit'),
                  ],
                },
                'push.delivers': {
                  actions: sends(`push.received ${JSON.stringify({ message: pushed })}`, 'notifications'),
                },
                'network.isLost': { actions: sends('connectivity.offline', ...sources) },
                'socket.isLost': { actions: sends('socket.lost', ...sources, 'incidents', 'alerts') },
                'server.isLost': { actions: sends('server.lost', ...sources) },
                'server.isReached': { actions: sends('server.reached', 'socket') },
                'server.recovers': {
                  actions: sends(
                    'server.restored',
                    'shell',
                    'lastKnown',
                    'condominiums',
                    'activity',
                    'eventFeed',
                    'notifications',
                    'incidents',
                    'handover',
                    'eventSearch',
                    'auditLog',
                    'rules',
                    'alarmLoad',
                    'people',
                  ),
                },
                'lastKnown.isOver': {
                  actions: sends(
                    'lastKnown.over',
                    'condominiums',
                    'activity',
                    'eventFeed',
                    'notifications',
                    'incidents',
                  ),
                },
                'deviceService.isLost': { actions: sends('deviceService.lost', ...sources, 'devices', 'deviceList') },
                'deviceService.recovers': { actions: sends('deviceService.restored', 'devices', 'deviceList') },
                'health.isLost': { actions: sends('health.lost', ...sources, 'health') },
                'health.recovers': { actions: sends('health.restored', 'health') },
                'socket.isRestored': {
                  actions: sends(
                    'socket.restored',
                    'condominiums',
                    'activity',
                    'eventFeed',
                    ...sources,
                    'notifications',
                    'incidents',
                    'handover',
                    'alerts',
                    'deviceList',
                    'eventSearch',
                    'health',
                    'audit',
                  ),
                },
                'socket.delivers': {
                  actions: sends(
                    `socket.batch ${JSON.stringify(batch)}`,
                    'condominiums',
                    'activity',
                    'eventFeed',
                    'alerts',
                    'deviceList',
                    'eventSearch',
                    'health',
                  ),
                },
                'socket.notifies': {
                  actions: sends(`notifications.arrived ${JSON.stringify({ notifications: [] })}`, 'notifications'),
                },
                'socket.reportsIncidents': {
                  actions: sends(`incidents.changed ${JSON.stringify({ incidents: [] })}`, 'incidents', 'handover'),
                },
                'socket.reportsCondominiums': {
                  actions: sends(`condominiums.changed ${JSON.stringify({ condominiumIds: ['c2'] })}`, 'condominiums'),
                },
                'socket.reportsVersion': {
                  actions: sends(`version.announced ${JSON.stringify({ version: '2' })}`, 'version'),
                },
                'incidents.areKnown': {
                  actions: sends(`incidents.known ${JSON.stringify({ incidents: [] })}`, 'alerts'),
                },
                'socket.isRefused': { actions: sends(refusal, 'session') },
                'condominium.isSelected': { actions: 'selects' },
                'device.changes': {
                  actions: sends(`device.changed ${JSON.stringify({ device })}`, 'deviceList', 'health'),
                },
                'device.isIsolated': {
                  actions: sends(`isolations.changed ${JSON.stringify({ until: { W1: 1 } })}`, 'alerts'),
                },
                'device.isDeleted': {
                  actions: sends(
                    `device.deleted ${JSON.stringify({ wordCode: 'W1', way: 'pool' })}`,
                    'deviceList',
                    'health',
                  ),
                },
                'device.isAudited': { actions: sends(`audit.noted ${JSON.stringify({ entry: audited })}`, 'audit') },
                'devices.areImported': { actions: sends('devices.reload', 'deviceList') },
                'import.isRefused': { actions: sends(refusal, 'session') },
                'health.isChecked': { actions: sends(`health.checked ${JSON.stringify({ reach: [] })}`, 'deviceList') },
                'health.isUnreachable': { actions: sends('health.unreachable', 'deviceList') },
              },
            },
          },
        },
        expired: {
          on: {
            'session.isStored': { target: 'signedIn', actions: 'takesUser' },
            'session.isAbsent': 'signedOut',
          },
        },
      },
    },
    updating: { entry: [does('clearLocalData'), does('reloadPage')] },
    reloading: { entry: does('reloadPage') },
    crashed: {},
  },
})
