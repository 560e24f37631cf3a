import { setup } from 'xstate'
import type { Activity, ActivityKind } from '../../../contract/wire/answers/events.ts'
import type { Alert } from '../../../src/services/alerts/alert-keeper.ts'
import { incidentOf } from '../incidents/incident-fixtures.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

function activity(id: string, kind: ActivityKind, sequence: number): Activity {
  const at = `2026-03-02T09:0${sequence}:00.000Z`
  return { id, sequence, condominiumId: 'c1', wordCode: 'W1', deviceName: 'Portão', ip: '', kind, description: '', at }
}

/** Four events that alert, and one that does not. */
export const activities = {
  door: activity('door', 'door-forced', 1),
  gate: activity('gate', 'gate-held-open', 2),
  device: activity('device', 'device-down', 3),
  other: activity('other', 'door-forced', 4),
  intercom: activity('intercom', 'intercom', 5),
}

export type ActivityId = keyof typeof activities

/** One incident from before the page was loaded, and one that begins while the page is open. */
export const incidents = {
  old: incidentOf('old', { since: '2026-03-02T08:50:00.000Z' }),
  fall: incidentOf('fall', { since: '2026-03-02T09:01:00.000Z' }),
}

export type AlertId = ActivityId | 'fall 0' | 'old 0'

/** The stored alert of each id. */
export function alertOf(id: AlertId): Alert {
  if (id === 'fall 0') return { id, at: incidents.fall.since, incident: incidents.fall }
  if (id === 'old 0') return { id, at: incidents.old.since, incident: incidents.old }
  return activities[id]
}

export interface AlertsModelContext extends ModelContext {
  /** In the order of their sequence. */
  unseen: AlertId[]
  known: AlertId[]
  calledElsewhere: AlertId[]
  calling: AlertId[]
  /** Whether incidents alert instead of events. */
  isOfIncidents: boolean
  isOn: boolean
  /** Whether no person has chosen the sound in this browser. */
  isUnasked: boolean
  /** Whether the first list calls for everything, because the user has just signed in. */
  isSignIn: boolean
  connection: 'live' | 'lost' | 'asking'
  /** Whether the device is isolated; its events before `isolatedUntil` do not alert. */
  isIsolated: boolean
  /** Start of the period in which events may be missing, in milliseconds from the start. */
  missingSince: number
}

export type AlertsModelEvent =
  | { type: 'gate.sends'; ids: ActivityId[] }
  /** The unclaimed incidents that the server lists. */
  | { type: 'server.answers'; open: (keyof typeof incidents)[] }
  | { type: 'tab.remembers'; ids: AlertId[] }
  | { type: 'user.signsIn' }
  | { type: 'person.sees'; id: AlertId }
  | { type: 'person.seesAll' }
  | { type: 'person.switchesOn' }
  | { type: 'person.switchesOff' }
  | { type: 'person.listens' }
  | { type: 'otherTab.sees'; id: ActivityId }
  | { type: 'otherTab.calls'; id: ActivityId }
  | { type: 'browser.keeps'; isOn: boolean | null }
  | { type: 'device.isIsolated' }
  | { type: 'device.isReleased' }
  | { type: 'storage.isCleared' }
  | { type: 'connection.isLost' }
  | { type: 'connection.returns' }
  | { type: 'list.arrives'; ids: ActivityId[] }
  | { type: 'list.fails' }
  | { type: 'sound.plays' }
  | { type: 'sound.isBlocked' }
  | { type: 'sound.isElsewhere' }
  | { type: 'sound.fails' }
  | { type: 'time.passes' }

type Context = AlertsModelContext

const order: AlertId[] = ['old 0', 'fall 0', 'door', 'gate', 'device', 'other', 'intercom']

const { did, logs, update } = modelActions<Context, AlertsModelEvent>()
const stores = (isOn: boolean) => did(entry('does', 'storeSound', isOn))

function broughtBy(event: AlertsModelEvent): AlertId[] {
  return 'ids' in event ? event.ids : []
}

/** Later than the door and gate events, earlier than the others. */
export const isolatedUntil = Date.parse('2026-03-02T09:02:30.000Z')

/** Alerts that the event adds: not known yet, and not of an isolated device (ALERT-1). */
function fresh({ known, isIsolated, isOfIncidents, isSignIn }: Context, event: AlertsModelEvent): AlertId[] {
  if (event.type === 'server.answers') {
    const calling = isSignIn && !isOfIncidents ? event.open : event.open.filter((id) => id === 'fall')
    const ids = order.filter((id) => calling.some((open) => id === `${open} 0`) && !known.includes(id))
    return isIsolated ? [] : ids
  }
  if (isOfIncidents && event.type !== 'tab.remembers') return []
  const calls = broughtBy(event).filter((id) => id !== 'intercom' && !(isIsolated && (id === 'door' || id === 'gate')))
  return calls.filter((id) => !known.includes(id))
}

function keeps(unseen: AlertId[], known: readonly AlertId[]): string {
  const seenIds = known.filter((id) => !unseen.includes(id))
  return `sends keeper unseen.changed ${JSON.stringify({ alerts: unseen.map(alertOf), seenIds })}`
}

function sends(type: 'seen' | 'called', ids: AlertId[]): string {
  return `sends tabs tabs.${type} ${JSON.stringify({ ids })}`
}

const takes = update((context, event) => {
  const added = fresh(context, event)
  if (added.length === 0 && event.type !== 'tab.remembers') return {}
  const unseen = order.filter((id) => [...context.unseen, ...added].includes(id))
  const known = [...context.known, ...added]
  return { unseen, known, did: [...context.did, keeps(unseen, known)] }
})

/** Removes claimed and resolved incidents, and all events, from the alerts. */
const takesIncidents = update((context, event) => {
  if (event.type !== 'server.answers') return {}
  const added = fresh(context, event)
  const ids = event.open.map((id) => `${id} 0` as const)
  const known = [...new Set([...context.known, ...ids])]
  const staying = ids.filter((id) => context.unseen.includes(id) && !(context.isIsolated && id === 'fall 0'))
  const unseen = order.filter((id) => [...staying, ...added].includes(id))
  return {
    unseen,
    known,
    isOfIncidents: true,
    did: [...context.did, keeps(unseen, known)],
  }
})

/** STATE-3: an isolated device calls for nobody; its unseen alerts go. */
function isolates(isIsolated: boolean) {
  return update(({ unseen: all, known, did }) => {
    const unseen = isIsolated ? all.filter((id) => !['door', 'gate', 'fall 0'].includes(id)) : all
    return { isIsolated, unseen, did: [...did, keeps(unseen, known)] }
  })
}

function seen(context: Context, ids: AlertId[], sent: string[]): Partial<Context> {
  const unseen = context.unseen.filter((id) => !ids.includes(id))
  const known = [...new Set([...context.known, ...ids])]
  return { unseen, known, did: [...context.did, ...sent, keeps(unseen, known)] }
}

const isToCall = ({ context, event }: { context: Context; event: AlertsModelEvent }) =>
  context.isOn && fresh(context, event).some((id) => !context.calledElsewhere.includes(id))

/** Events from the gates or from the list of missed events alert once, with the sound if it is switched on. */
const brought = [
  {
    guard: isToCall,
    target: '.calling',
    actions: [
      update((context, event) => ({
        calling: fresh(context, event),
        did: [...context.did, entry('asks', 'call')],
      })),
      takes,
    ],
  },
  { actions: takes },
]

const reported = [
  {
    guard: isToCall,
    target: '.calling',
    actions: [
      update((context, event) => ({ calling: fresh(context, event), did: [...context.did, entry('asks', 'call')] })),
      takesIncidents,
    ],
  },
  { actions: takesIncidents },
]

const sharesToo = [
  {
    guard: isToCall,
    actions: [
      update((context, event) => ({ calling: [...context.calling, ...fresh(context, event)] })),
      takesIncidents,
    ],
  },
  { actions: takesIncidents },
]

const shares = [
  {
    guard: isToCall,
    actions: [update((context, event) => ({ calling: [...context.calling, ...fresh(context, event)] })), takes],
  },
  { actions: takes },
]

const endsAsking = update(() => ({ connection: 'live' }))

const isBlocked = {
  'sound.isBlocked': 'blocked',
  'sound.fails': { target: 'blocked', actions: logs('Som de alerta não tocado.') },
}

/** ALERT-1, DESK-4, DESK-5: which alerts are unseen, and whether they sound. */
export const alertsModel = setup({
  types: {} as { context: Context; events: AlertsModelEvent },
}).createMachine({
  id: 'alerts model',
  context: {
    now: 0,
    did: [entry('asks', 'keeper', { userId: 'u1' }), entry('asks', 'tabs'), entry('asks', 'watchSound')],
    unseen: [],
    known: [],
    calledElsewhere: [],
    calling: [],
    isOfIncidents: false,
    isOn: false,
    isUnasked: false,
    isSignIn: false,
    connection: 'live',
    isIsolated: false,
    missingSince: 0,
  },
  initial: 'untried',
  on: {
    'gate.sends': brought,
    'server.answers': reported,
    'list.arrives': brought.map((each) => ({ ...each, actions: [endsAsking, each.actions].flat() })),
    'list.fails': {
      actions: [update(() => ({ connection: 'lost' })), logs('Alertas perdidos não carregados.')],
    },
    'tab.remembers': { actions: takes },
    'user.signsIn': {
      actions: update(({ did, unseen, known }) => ({ isSignIn: true, did: [...did, keeps(unseen, known)] })),
    },
    'person.sees': {
      actions: update((context, event) =>
        event.type === 'person.sees' && context.unseen.includes(event.id)
          ? seen(context, [event.id], [sends('seen', [event.id])])
          : {},
      ),
    },
    'person.seesAll': {
      actions: update((context) =>
        context.unseen.length > 0 ? seen(context, context.unseen, [sends('seen', context.unseen)]) : {},
      ),
    },
    'otherTab.sees': {
      actions: update((context, event) => (event.type === 'otherTab.sees' ? seen(context, [event.id], []) : {})),
    },
    'otherTab.calls': {
      actions: update((context, event) =>
        event.type === 'otherTab.calls' ? { calledElsewhere: [...context.calledElsewhere, event.id] } : {},
      ),
    },
    'browser.keeps': {
      actions: update((_, event) =>
        event.type === 'browser.keeps' ? { isOn: event.isOn === true, isUnasked: event.isOn === null } : {},
      ),
    },
    'device.isIsolated': { actions: isolates(true) },
    'device.isReleased': { actions: isolates(false) },
    'storage.isCleared': {
      actions: update(({ isOn, isUnasked, did }) =>
        isUnasked ? {} : { did: [...did, entry('does', 'storeSound', isOn)] },
      ),
    },
    'person.switchesOn': {
      target: '.sampling',
      actions: [stores(true), update(() => ({ isOn: true, isUnasked: false }))],
    },
    'person.switchesOff': { actions: [stores(false), update(() => ({ isOn: false, isUnasked: false }))] },
    'person.listens': '.sampling',
    'connection.isLost': {
      actions: update(({ connection, missingSince, now }) => ({
        connection: 'lost',
        ...(connection === 'live' && { missingSince: Math.max(missingSince, now - 60_000) }),
      })),
    },
    'connection.returns': {
      actions: update(({ missingSince, did, isOfIncidents, connection }) =>
        isOfIncidents && connection !== 'asking'
          ? { connection: 'live' }
          : {
              connection: 'asking',
              did: [...did, entry('asks', 'loadMissed', { userId: 'u1', since: epoch + missingSince })],
            },
      ),
    },
    'time.passes': { actions: update(({ now }) => ({ now: now + 90_000 })) },
  },
  states: {
    untried: {},
    allowed: {},
    blocked: { tags: 'soundBlocked' },
    sampling: {
      tags: 'sounding',
      entry: did(entry('asks', 'sample')),
      on: { ...isBlocked, 'sound.plays': 'allowed' },
    },
    calling: {
      tags: 'sounding',
      on: {
        ...isBlocked,
        'gate.sends': shares,
        'server.answers': sharesToo,
        'list.arrives': shares.map((each) => ({ ...each, actions: [endsAsking, each.actions].flat() })),
        'person.listens': {},
        'person.switchesOff': {
          target: 'untried',
          actions: [stores(false), update(() => ({ isOn: false, isUnasked: false }))],
        },
        'sound.isElsewhere': 'allowed',
        'sound.plays': {
          target: 'allowed',
          actions: update(({ calling, did }) => ({ did: [...did, sends('called', calling)] })),
        },
      },
    },
  },
})
