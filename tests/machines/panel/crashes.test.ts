import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { ActorId } from '../../../src/machines/panel/panel.machine.ts'
import {
  actorIds,
  condominium,
  type RealPanel,
  type Replace,
  startRealPanel,
  startSignedInPanel,
  storedSession,
} from './real-panel.ts'

const batch = { type: 'link.batch', condominiumIds: ['c1'], activities: [] }

/** For each child: what throws in it, and what happens that runs into it. */
const failures: Record<ActorId, { effect: string; happens: (panel: RealPanel) => void | Promise<void> }> = {
  theme: {
    effect: 'theme.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.reject('theme.readPreferences')
      await settle()
    },
  },
  push: { effect: 'push.logFailure', happens: ({ standIns }) => standIns.crash('push.watchPermission') },
  shell: { effect: 'shell.logFailure', happens: ({ standIns }) => standIns.crash('shell.requests') },
  connectivity: {
    effect: 'connectivity.logFailure',
    happens: ({ standIns }) => standIns.crash('connectivity.network'),
  },
  version: {
    effect: 'version.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.sendBack('version.chunkFailures', { type: 'chunk.failed' })
      standIns.reject('version.compareVersions')
      await settle()
    },
  },
  session: {
    effect: 'session.grantAuthorization',
    happens: async ({ standIns, settle, elapsed }) => {
      standIns.sendBack('session.sessionTabs', { type: 'session.changedElsewhere', ...{ change: 'renewed' } })
      standIns.resolve('session.restoreSession', storedSession(elapsed()))
      await settle()
    },
  },
  lastKnown: { effect: 'lastKnown.logFailure', happens: ({ standIns }) => standIns.crash('lastKnown.answers') },
  condominiums: {
    effect: 'condominiums.storeSelection',
    happens: ({ sendTo }) => sendTo('condominiums', { type: 'condominiums.select', ...{ id: 'c1' } }),
  },
  activity: { effect: 'activity.broadcast', happens: ({ standIns }) => standIns.sendBack('socket.link', batch) },
  eventFeed: {
    effect: 'eventFeed.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.reject('eventFeed.loadHistory')
      await settle()
    },
  },
  eventSearch: {
    effect: 'eventSearch.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('eventSearch', { type: 'eventSearch.choose', ...{ choice: {} } })
      standIns.reject('eventSearch.loadPage')
      await settle()
    },
  },
  notifications: {
    effect: 'notifications.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.reject('notifications.loadNotifications')
      await settle()
    },
  },
  serverSource: { effect: 'serverSource.logFailure', happens: ({ standIns }) => standIns.crash('serverSource.calls') },
  deviceServiceSource: {
    effect: 'deviceServiceSource.logFailure',
    happens: ({ standIns }) => standIns.crash('deviceServiceSource.calls'),
  },
  healthSource: { effect: 'healthSource.logFailure', happens: ({ standIns }) => standIns.crash('healthSource.calls') },
  incidents: {
    effect: 'incidents.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.reject('incidents.askOffered')
      await settle()
    },
  },
  handover: {
    effect: 'handover.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('handover', { type: 'handover.show' })
      standIns.reject('handover.loadDraft')
      await settle()
    },
  },
  alerts: { effect: 'alerts.logFailure', happens: ({ standIns }) => standIns.crash('alerts.watchSound') },
  socket: { effect: 'socket.logFailure', happens: ({ standIns }) => standIns.crash('socket.link') },
  devices: { effect: 'devices.logFailure', happens: ({ standIns }) => standIns.crash('devices.circuits') },
  deviceList: {
    effect: 'deviceList.logFailure',
    happens: ({ sendTo }) => {
      sendTo('deviceList', { type: 'devices.want' })
      sendTo('deviceList', { type: 'list.break' })
    },
  },
  deviceImport: {
    effect: 'deviceImport.saveTemplate',
    happens: ({ sendTo }) => sendTo('deviceImport', { type: 'import.saveTemplate' }),
  },
  health: { effect: 'health.logFailure', happens: ({ standIns }) => standIns.crash('health.pingDevices') },
  audit: {
    effect: 'audit.logFailure',
    happens: async ({ standIns, settle }) => {
      standIns.reject('audit.deliver')
      await settle()
    },
  },
  auditLog: {
    effect: 'auditLog.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('auditLog', { type: 'auditLog.choose', ...{ choice: {} } })
      standIns.reject('auditLog.loadPage')
      await settle()
    },
  },
  password: {
    effect: 'password.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      const passwords = { current: 'a senha de hoje', next: 'a de amanhã', repeated: 'a de amanhã' }
      sendTo('password', { type: 'password.change', ...passwords })
      standIns.reject('password.changePassword')
      await settle()
    },
  },
  mySessions: {
    effect: 'mySessions.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('mySessions', { type: 'mySessions.want' })
      standIns.reject('mySessions.loadSessions')
      await settle()
    },
  },
  alarmLoad: {
    effect: 'alarmLoad.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      const looks = { type: 'load.choose', days: 7 }
      sendTo('alarmLoad', looks)
      standIns.reject('alarmLoad.load')
      await settle()
    },
  },
  wallLinks: {
    effect: 'wallLinks.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('wallLinks', { type: 'links.want' })
      standIns.reject('wallLinks.loadLinks')
      await settle()
    },
  },
  people: {
    effect: 'people.logFailure',
    happens: async ({ standIns, sendTo, settle }) => {
      sendTo('people', { type: 'people.want' })
      standIns.reject('people.loadPeople')
      await settle()
    },
  },
  demoProducts: {
    effect: 'it has none: reading its event throws',
    happens: ({ sendTo }) => {
      const event = {
        type: 'PRODUCT',
        get payload(): never {
          throw new Error('crash of demoProducts')
        },
      }
      sendTo('demoProducts', event)
    },
  },
}

/** What each child has open right after its start. */
const openAtStart: Record<ActorId, string[]> = {
  theme: ['theme.readPreferences'],
  push: ['push.watchPermission'],
  shell: ['shell.fullscreen', 'shell.pageScroll', 'shell.requests', 'shell.windowWidth'],
  connectivity: ['connectivity.network', 'connectivity.visibility'],
  version: ['version.chunkFailures', 'version.compareVersions'],
  session: ['session.restoreSession', 'session.sessionTabs'],
  lastKnown: ['lastKnown.answers'],
  condominiums: ['condominiums.readVisits', 'condominiums.restoreSelection'],
  activity: [],
  eventFeed: ['eventFeed.loadHistory'],
  eventSearch: [],
  notifications: ['notifications.loadNotifications'],
  serverSource: ['serverSource.calls'],
  deviceServiceSource: ['deviceServiceSource.calls'],
  healthSource: ['healthSource.calls'],
  incidents: ['incidents.askOffered'],
  handover: [],
  alerts: ['alerts.keeper', 'alerts.tabs', 'alerts.watchSound'],
  socket: ['socket.link'],
  devices: ['devices.checks', 'devices.circuits', 'devices.desk'],
  deviceList: [],
  deviceImport: [],
  health: ['health.check', 'health.ownCalls', 'health.pingDevices'],
  audit: ['audit.openOutbox'],
  auditLog: [],
  password: [],
  mySessions: [],
  wallLinks: [],
  alarmLoad: [],
  people: [],
  demoProducts: [],
}

async function crash(panel: RealPanel, id: ActorId): Promise<void> {
  panel.standIns.breakDown(failures[id].effect)
  await failures[id].happens(panel)
  panel.standIns.mend(failures[id].effect)
}

/** The child throws as often as said where it is made; then it is itself again. */
function throwingAtStart(id: ActorId, times: number): Replace {
  let left = times
  return (each, machine) => {
    if (each !== id) return machine
    const getInitialSnapshot: AnyStateMachine['getInitialSnapshot'] = (...args) => {
      left -= 1
      if (left >= 0) throw new Error(`crash of ${id} at its start`)
      return machine.getInitialSnapshot(...args)
    }
    return Object.create(machine, { getInitialSnapshot: { value: getInitialSnapshot } })
  }
}

/** A signed-in panel in which the child crashed; `before` are the children as they were. */
async function crashOf(id: ActorId) {
  const panel = await startSignedInPanel()
  if (id === 'activity') await panel.advance(3_000)
  const before = panel.children()
  await crash(panel, id)
  const after = { children: panel.children(), open: panel.openOf(id), log: panel.crashLog() }
  const child = panel.child(id)?.getSnapshot()
  const isSignedIn = panel.snapshot().hasTag('signedIn')
  panel.stop()
  return { before, after, child, isSignedIn, crashes: panel.crashes }
}

test('every flow has an entry in the tables of this file', () => {
  const missing = actorIds.filter((id) => !(id in failures && id in openAtStart))
  if (missing.length > 0)
    expect.fail(`add ${missing.join(', ')} to 'failures' and 'openAtStart' in tests/machines/panel/crashes.test.ts`)
})

describe.each(actorIds.filter((id) => id in failures))('when %s crashes', (id) => {
  let crashing: ReturnType<typeof crashOf> | undefined
  const crashed = () => {
    crashing ??= crashOf(id)
    return crashing
  }

  test('that is logged once, and it runs again under the same id', async () => {
    const { before, after, child } = await crashed()
    expect(after.log).toEqual([`does logCrash "${id}"`])
    expect(after.children[id]).not.toBe(before[id])
    expect(after.children[id]?.id).toBe(id)
    expect(child?.status).toBe('active')
  })

  test('nothing that it had open stays open beside its new self', async () => {
    expect((await crashed()).after.open).toEqual(openAtStart[id])
  })

  test('the other children and the panel go on untouched', async () => {
    const { before, after, isSignedIn, crashes } = await crashed()
    const { [id]: _before, ...others } = before
    for (const [other, ref] of Object.entries(others))
      expect([other, after.children[other] === ref]).toEqual([other, true])
    expect(isSignedIn).toBe(true)
    expect(crashes).toEqual([])
  })

  test('at its very start, it is started again', async () => {
    const panel = await startSignedInPanel(throwingAtStart(id, 1))
    expect(panel.crashLog()).toEqual([`does logCrash "${id}"`])
    expect(panel.child(id)?.getSnapshot().status).toBe('active')
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    panel.stop()
  })
})

describe('a child that crashes without end (BOOT-4)', () => {
  test.each(['connectivity', 'version', 'session'] as const)('at its start is started 4 times: %s', (id) => {
    const panel = startRealPanel(throwingAtStart(id, Number.POSITIVE_INFINITY))
    expect(panel.snapshot().value).toBe('crashed')
    expect(panel.crashLog()).toHaveLength(4)
    expect(panel.crashes).toEqual([])
    panel.stop()
  })

  test('is restarted at most 3 times a minute; then the panel has crashed and everything is closed', async () => {
    const panel = await startSignedInPanel()
    for (let restart = 1; restart <= 3; restart++) {
      await crash(panel, 'activity')
      expect(panel.child('activity')?.getSnapshot().status).toBe('active')
    }
    await crash(panel, 'activity')
    expect(panel.snapshot().value).toBe('crashed')
    expect(panel.standIns.open).toEqual([])
    expect(Object.values(panel.children())).toEqual(actorIds.map(() => undefined))
    panel.stop()
  })

  test('keeps what the last crash was, for the error page', async () => {
    const panel = await startSignedInPanel()
    for (let time = 1; time <= 4; time++) await crash(panel, 'activity')
    expect(panel.snapshot().context.crash).toEqual(new Error('crash of activity.broadcast'))
    panel.stop()
  })

  test('goes on for ever when its crashes are spread over more than a minute', async () => {
    const panel = await startSignedInPanel()
    for (let time = 1; time <= 10; time++) {
      await crash(panel, 'activity')
      await panel.advance(20_001)
    }
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    expect(panel.crashLog()).toHaveLength(10)
    panel.stop()
  })

  test('does not use up the restarts of another', async () => {
    const panel = await startSignedInPanel()
    for (const id of ['condominiums', 'activity', 'condominiums', 'activity', 'condominiums', 'activity'] as const)
      await crash(panel, id)
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    panel.stop()
  })
})

test('the event feed comes back with the events of the selected condominium', async () => {
  const panel = await startSignedInPanel()
  await crash(panel, 'eventFeed')
  expect(panel.standIns.inputOf('eventFeed.loadHistory')).toMatchObject({ condominiumId: condominium.id })
  panel.stop()
})

test('calls that a crashed child still waits for are aborted', async () => {
  const panel = await startSignedInPanel()
  await panel.advance(3_000)
  expect(panel.openOf('activity')).toEqual(['activity.loadLastEvents', 'activity.loadPortTests'])
  await crash(panel, 'activity')
  expect(panel.openOf('activity')).toEqual([])
  panel.stop()
})
