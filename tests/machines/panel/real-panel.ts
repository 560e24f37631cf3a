import type { AnyActorRef, AnyStateMachine, EventObject } from 'xstate'
import { activityMachine } from '../../../src/machines/activity/activity.machine.ts'
import { alarmLoadMachine } from '../../../src/machines/alarm-load/alarm-load.machine.ts'
import { alertsMachine } from '../../../src/machines/alerts/alerts.machine.ts'
import { auditMachine } from '../../../src/machines/audit/audit.machine.ts'
import { auditLogMachine } from '../../../src/machines/audit/audit-log.machine.ts'
import { condominiumsMachine } from '../../../src/machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../../src/machines/condominiums/visits.machine.ts'
import { connectivityMachine } from '../../../src/machines/connectivity/connectivity.machine.ts'
import { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import { deviceImportMachine } from '../../../src/machines/device-import/device-import.machine.ts'
import { deviceListMachine } from '../../../src/machines/device-list/device-list.machine.ts'
import { deviceTrialsMachine } from '../../../src/machines/devices/device-trials.machine.ts'
import { devicesMachine } from '../../../src/machines/devices/devices.machine.ts'
import { eventFeedMachine } from '../../../src/machines/event-feed/event-feed.machine.ts'
import { eventSearchMachine } from '../../../src/machines/event-search/event-search.machine.ts'
import { handoverMachine } from '../../../src/machines/handover/handover.machine.ts'
import { healthMachine } from '../../../src/machines/health/health.machine.ts'
import { incidentsMachine } from '../../../src/machines/incidents/incidents.machine.ts'
import { lastKnownMachine } from '../../../src/machines/last-known/last-known.machine.ts'
import { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts'
import { type ActorId, pageFlows, sessionFlows } from '../../../src/machines/panel/flows.ts'
import { panelMachine } from '../../../src/machines/panel/panel.machine.ts'
import { peopleMachine } from '../../../src/machines/people/people.machine.ts'
import { mySessionsMachine } from '../../../src/machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../../src/machines/profile/password.machine.ts'
import { wallLinksMachine } from '../../../src/machines/profile/wall-links.machine.ts'
import { pushMachine } from '../../../src/machines/push/push.machine.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { shellMachine } from '../../../src/machines/shell/shell.machine.ts'
import { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { sourceMachine } from '../../../src/machines/sources/source.machine.ts'
import { themeMachine } from '../../../src/machines/theme/theme.machine.ts'
import { versionMachine } from '../../../src/machines/version/version.machine.ts'
import { runAsRoot } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { sessionOf } from '../../models/session/session-actor.ts'
import { ana, keptGrant } from '../../models/session/session-fixtures.ts'

export const actorIds = Object.keys({ ...pageFlows, ...sessionFlows }) as ActorId[]

export const condominium = { id: 'c1', name: 'Aurora', wordCode: 'W1', customersId: 'k1' }
const outbox = {}
const sameVersion = { served: '1', stored: '1', built: '1' }

/** Puts another logic in the place of a child; the real one is handed over. */
export type Replace = (id: ActorId, machine: AnyStateMachine) => AnyStateMachine

/** The root with the real machine of every child; only their services are stand-ins, named `<child>.<service>`. */
export function startRealPanel(replace: Replace = (_, machine) => machine) {
  const standIns = new StandIns()
  const machine = panelMachine.provide({
    actors: Object.fromEntries([
      ['loadFlows', standIns.promise('panel.loadFlows')],
      ['loadPush', standIns.promise('panel.loadPush')],
      ...Object.entries(realChildren(standIns)).map(([id, child]) => [id, replace(id as ActorId, child)]),
    ]) as never,
    actions: {
      goToRoot: standIns.effect('panel.goToRoot'),
      clearLocalData: standIns.effect('panel.clearLocalData'),
      reloadPage: standIns.effect('panel.reloadPage'),
      logFailure: standIns.effect('panel.logFailure'),
      logCrash: standIns.effect('logCrash', (_, { actorId }) => actorId),
    },
  })
  const panel = runAsRoot(machine, { standIns, input: { outcome: { kind: 'valid', config } } })
  const child = (id: ActorId): AnyActorRef | undefined => panel.ref.system.get(id)
  return {
    ...panel,
    child,
    children: () => Object.fromEntries(actorIds.map((id) => [id, child(id)])),
    sendTo: (id: ActorId, event: EventObject) => child(id)?.send(event),
    openOf: (id: ActorId) => standIns.open.filter((name) => name.startsWith(`${id}.`)),
    crashLog: () => standIns.journal.filter((line) => line.startsWith('does logCrash')),
  }
}

export type RealPanel = ReturnType<typeof startRealPanel>

/** A panel in which Ana is signed in, works in a condominium, and everything has been loaded once. */
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

export function storedSession(now: number) {
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

function realChildren(standIns: StandIns): Record<ActorId, AnyStateMachine> {
  const logFailure = (child: ActorId) => ({ logFailure: standIns.effect(`${child}.logFailure`) })
  const source = (id: ActorId) =>
    sourceMachine.provide({
      actors: { calls: standIns.callback(`${id}.calls`), probe: standIns.promise(`${id}.probe`) },
      actions: logFailure(id),
      guards: { isSeen: () => true },
    })
  return {
    theme: themeMachine.provide({
      actors: {
        readPreferences: standIns.promise('theme.readPreferences'),
        systemScheme: standIns.callback('theme.systemScheme'),
        pageScroll: standIns.callback('theme.pageScroll'),
        otherTabs: standIns.callback('theme.otherTabs'),
        turn: standIns.promise('theme.turn'),
      },
      actions: {
        ...logFailure('theme'),
        wear: standIns.effect('theme.wear', (_, worn) => worn),
        paint: standIns.effect('theme.paint'),
        clearLocalStorage: standIns.effect('theme.clearLocalStorage'),
      },
      guards: { isColour: () => true },
    }),
    push: pushMachine.provide({
      actors: {
        watchPermission: standIns.callback('push.watchPermission'),
        askPermission: standIns.promise('push.askPermission'),
        checkSupport: standIns.promise('push.checkSupport'),
        registerWorker: standIns.promise('push.registerWorker'),
        requestToken: standIns.promise('push.requestToken'),
        foregroundMessages: standIns.callback('push.foregroundMessages'),
        notificationClicks: standIns.callback('push.notificationClicks'),
        showTest: standIns.promise('push.showTest'),
      },
      actions: {
        ...logFailure('push'),
        logWarning: standIns.effect('push.logWarning'),
        logToken: standIns.effect('push.logToken'),
        openPage: standIns.effect('push.openPage'),
      },
    }),
    shell: shellMachine.provide({
      actors: {
        windowWidth: standIns.callback('shell.windowWidth'),
        fullscreen: standIns.callback('shell.fullscreen'),
        requests: standIns.callback('shell.requests'),
        pageScroll: standIns.callback('shell.pageScroll'),
        fetchMissingCode: standIns.promise('shell.fetchMissingCode'),
      },
      actions: {
        ...logFailure('shell'),
        enterFullscreen: standIns.effect('shell.enterFullscreen'),
        leaveFullscreen: standIns.effect('shell.leaveFullscreen'),
        scrollToTop: standIns.effect('shell.scrollToTop'),
      },
    }),
    connectivity: connectivityMachine.provide({
      actors: {
        network: standIns.callback('connectivity.network'),
        visibility: standIns.callback('connectivity.visibility'),
      },
      actions: logFailure('connectivity'),
    }),
    version: versionMachine.provide({
      actors: {
        compareVersions: standIns.promise('version.compareVersions'),
        chunkFailures: standIns.callback('version.chunkFailures'),
      },
      actions: {
        ...logFailure('version'),
        storeServed: standIns.effect('version.storeServed'),
        storeAgain: standIns.effect('version.storeAgain'),
      },
    }),
    session: sessionMachine.provide({
      actors: {
        restoreSession: standIns.promise('session.restoreSession'),
        signIn: standIns.promise('session.signIn'),
        renew: standIns.promise('session.renew'),
        revoke: standIns.promise('session.revoke'),
        userActivity: standIns.callback('session.userActivity'),
        sessionTabs: standIns.callback('session.sessionTabs'),
      },
      actions: {
        ...logFailure('session'),
        writeSession: standIns.effect('session.writeSession'),
        grantAuthorization: standIns.effect('session.grantAuthorization'),
        removeAuthorization: standIns.effect('session.removeAuthorization'),
        forgetSession: standIns.effect('session.forgetSession'),
        expireSession: standIns.effect('session.expireSession'),
        reloadPage: standIns.effect('session.reloadPage'),
      },
    }),
    lastKnown: lastKnownMachine.provide({
      actors: {
        answers: standIns.callback('lastKnown.answers'),
        keepShell: standIns.promise('lastKnown.keepShell'),
      },
      guards: { mayKeepShell: () => true },
      actions: logFailure('lastKnown'),
    }),
    condominiums: condominiumsMachine.provide({
      actors: {
        restoreSelection: standIns.promise('condominiums.restoreSelection'),
        loadCondominiums: standIns.promise('condominiums.loadCondominiums'),
        visits: visitsMachine.provide({ actions: logFailure('condominiums') }),
      },
      actions: { ...logFailure('condominiums'), storeSelection: standIns.effect('condominiums.storeSelection') },
    }),
    activity: activityMachine.provide({
      actors: {
        loadLastEvents: standIns.promise('activity.loadLastEvents'),
        loadPortTests: standIns.promise('activity.loadPortTests'),
      },
      actions: { ...logFailure('activity'), broadcast: standIns.effect('activity.broadcast') },
    }),
    eventFeed: eventFeedMachine.provide({
      actors: { loadHistory: standIns.promise('eventFeed.loadHistory') },
      actions: logFailure('eventFeed'),
    }),
    notifications: notificationsMachine.provide({
      actors: {
        loadNotifications: standIns.promise('notifications.loadNotifications'),
        askChange: standIns.promise('notifications.askChange'),
      },
      actions: logFailure('notifications'),
    }),
    incidents: incidentsMachine.provide({
      actors: {
        askOffered: standIns.promise('incidents.askOffered'),
        loadOpen: standIns.promise('incidents.loadOpen'),
        claim: standIns.promise('incidents.claim'),
        loadPast: standIns.promise('incidents.loadPast'),
      },
      actions: { ...logFailure('incidents'), keepHint: () => {} },
      guards: { hadNone: () => false },
    }),
    handover: handoverMachine.provide({
      actors: {
        loadDraft: standIns.promise('handover.loadDraft'),
        accept: standIns.promise('handover.accept'),
      },
      actions: logFailure('handover'),
    }),
    alerts: alertsMachine.provide({
      actors: {
        keeper: standIns.callback('alerts.keeper'),
        tabs: standIns.callback('alerts.tabs'),
        watchSound: standIns.callback('alerts.watchSound'),
        call: standIns.promise('alerts.call'),
        sample: standIns.promise('alerts.sample'),
        loadMissed: standIns.promise('alerts.loadMissed'),
      },
      actions: { ...logFailure('alerts'), storeSound: standIns.effect('alerts.storeSound') },
    }),
    socket: socketMachine.provide({
      actors: { link: standIns.callback('socket.link') },
      actions: logFailure('socket'),
      guards: { isSeen: () => true },
    }),
    serverSource: source('serverSource'),
    deviceServiceSource: source('deviceServiceSource'),
    healthSource: source('healthSource'),
    devices: devicesMachine.provide({
      actors: {
        circuits: standIns.callback('devices.circuits'),
        desk: standIns.callback('devices.desk'),
        trials: deviceTrialsMachine.provide({
          actors: { checks: standIns.callback('devices.checks') },
          actions: logFailure('devices'),
        }),
      },
      actions: logFailure('devices'),
    }),
    deviceList: deviceListMachine.provide({
      actors: {
        loadList: standIns.callback('deviceList.loadList'),
        loadPlace: standIns.promise('deviceList.loadPlace'),
        loadDevice: standIns.promise('deviceList.loadDevice'),
      },
      actions: logFailure('deviceList'),
    }),
    deviceImport: deviceImportMachine.provide({
      actors: {
        readSheet: standIns.promise('deviceImport.readSheet'),
        upload: standIns.callback('deviceImport.upload'),
        holdPage: standIns.callback('deviceImport.holdPage'),
      },
      actions: {
        ...logFailure('deviceImport'),
        saveTemplate: standIns.effect('deviceImport.saveTemplate'),
        saveProblems: standIns.effect('deviceImport.saveProblems'),
      },
    }),
    health: healthMachine.provide({
      actors: {
        check: standIns.promise('health.check'),
        pingDevices: standIns.callback('health.pingDevices'),
        cleanup: standIns.promise('health.cleanup'),
        ownCalls: standIns.callback('health.ownCalls'),
      },
      guards: { isSeen: () => true },
      actions: logFailure('health'),
    }),
    audit: auditMachine.provide({
      actors: {
        openOutbox: standIns.promise('audit.openOutbox'),
        openMemory: standIns.promise('audit.openMemory'),
        storage: standIns.callback('audit.storage'),
        traces: standIns.callback('audit.traces'),
        commits: standIns.callback('audit.commits'),
        deliver: standIns.promise('audit.deliver'),
        readHistory: standIns.promise('audit.readHistory'),
      },
      actions: logFailure('audit'),
    }),
    eventSearch: eventSearchMachine.provide({
      actors: {
        loadPage: standIns.promise('eventSearch.loadPage'),
        exportFile: standIns.promise('eventSearch.exportFile'),
      },
      actions: logFailure('eventSearch'),
    }),
    auditLog: auditLogMachine.provide({
      actors: {
        loadPage: standIns.promise('auditLog.loadPage'),
        exportFile: standIns.promise('auditLog.exportFile'),
      },
      actions: logFailure('auditLog'),
    }),
    password: passwordMachine.provide({
      actors: { changePassword: standIns.promise('password.changePassword') },
      actions: logFailure('password'),
    }),
    mySessions: mySessionsMachine.provide({
      actors: {
        loadSessions: standIns.promise('mySessions.loadSessions'),
        endSession: standIns.promise('mySessions.endSession'),
      },
      actions: logFailure('mySessions'),
    }),
    alarmLoad: alarmLoadMachine.provide({
      actors: { load: standIns.promise('alarmLoad.load') },
      actions: { ...logFailure('alarmLoad'), save: standIns.effect('alarmLoad.save') },
    }),
    wallLinks: wallLinksMachine.provide({
      actors: {
        loadLinks: standIns.promise('wallLinks.loadLinks'),
        make: standIns.promise('wallLinks.make'),
        revoke: standIns.promise('wallLinks.revoke'),
        copy: standIns.promise('wallLinks.copy'),
      },
      actions: logFailure('wallLinks'),
    }),
    people: peopleMachine.provide({
      actors: { loadPeople: standIns.promise('people.loadPeople') },
      actions: logFailure('people'),
    }),
    demoProducts: demoProductsMachine,
  }
}
