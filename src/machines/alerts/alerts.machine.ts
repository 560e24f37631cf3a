import { assign, raise, sendTo, setup, stateIn } from 'xstate'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import type { CallOutcome } from '../../services/alerts/alert-sound.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { serverNow } from '../parts/server-now.ts'
import { mostListed, newAlerts, withAlerts, withIds } from './alert-list.ts'
import type { AlertNotifications, AlertsEvent, AlertsKept } from './alerts-protocol.ts'
import { callsOf, isOfIncident, withoutIsolated } from './incident-alerts.ts'

/** How long a lost connection may stay undetected, in milliseconds. */
const unnoticedMs = 60_000

interface AlertsContext {
  userId: string
  /** The unseen alerts, oldest first. */
  unseen: readonly Alert[]
  /** Ids of the alerts that arrived here or were seen in another tab. */
  knownIds: readonly string[]
  /** Ids of the alerts for which another tab played a sound. */
  calledElsewhere: readonly string[]
  /** Ids of the alerts of the current or last sound. */
  calling: readonly string[]
  /** Time since which events may be missing, in milliseconds since the epoch on the server's clock. */
  missingSince: number
  /** Incidents from before this time cause no alert in the first list; in milliseconds since the epoch on the server's clock. */
  callsSince: number
  /** By wordCode: no alert before this time, in milliseconds since the epoch on the server's clock. */
  isolatedUntil: Readonly<Record<string, number>>
}

type Known = { context: AlertsContext }

/**
 * The alerts: unseen until marked as seen, with a sound in one tab of the browser if the user wants sound (ALERT). The
 * first list after a sign-in calls for everything that is unclaimed (DESK-5).
 */
export const alertsMachine = setup({
  types: {} as {
    context: AlertsContext
    events: AlertsEvent
    input: { userId: string }
    tags: 'many' | 'soundOn' | 'soundUnasked' | 'soundBlocked' | 'sounding'
  },
  actors: {
    /** Sets the app's badge and stores the unseen alerts for a reload; removes both at the end of the session. */
    keeper: callbackNotProvided<AlertsKept, { userId: string }>('alerts.keeper'),
    tabs: callbackNotProvided<AlertNotifications>('alerts.tabs'),
    watchSound: callbackNotProvided<AlertsEvent>('alerts.watchSound'),
    /** Plays the sound, unless another tab of the browser plays it. */
    call: promiseNotProvided<CallOutcome>('alerts.call'),
    /** Plays a sample of the sound. */
    sample: promiseNotProvided<CallOutcome>('alerts.sample'),
    loadMissed: promiseNotProvided<Activity[], { userId: string; since: number }>('alerts.loadMissed'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('alerts.logFailure'),
    storeSound: effectNotProvided<{ isOn: boolean }>('alerts.storeSound'),
    take: assign(({ context }, { alerts }: { alerts: readonly Alert[] }) => ({
      unseen: withAlerts(context.unseen, alerts),
      knownIds: withIds(context.knownIds, idsOf(alerts)),
    })),
    wantSound: raise((_, { ids }: { ids: readonly string[] }) => ({ type: 'sound.wanted' as const, ids })),
    takeCalls: assign((_, { unseen, knownIds }: ReturnType<typeof callsOf>) => ({ unseen, knownIds })),
    announce: raise((_, { ids }: { ids: readonly string[] }) => ({ type: 'alerts.arrived' as const, ids })),
    forget: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      unseen: context.unseen.filter(({ id }) => !ids.includes(id)),
      knownIds: withIds(context.knownIds, ids),
    })),
    keep: sendTo('keeper', ({ context: { unseen, knownIds } }: Known): AlertsKept => {
      const unseenIds = idsOf(unseen)
      return { type: 'unseen.changed', alerts: unseen, seenIds: knownIds.filter((id) => !unseenIds.includes(id)) }
    }),
    announceSeen: sendTo(
      'tabs',
      (_, { ids }: { ids: readonly string[] }): AlertNotifications => ({ type: 'tabs.seen', ids }),
    ),
    announceCalled: sendTo(
      'tabs',
      ({ context }: Known): AlertNotifications => ({ type: 'tabs.called', ids: context.calling }),
    ),
    callForAll: assign({ callsSince: 0 }),
    noteIsolations: assign(({ context }, { until }: { until: AlertsContext['isolatedUntil'] }) => ({
      isolatedUntil: until,
      unseen: withoutIsolated(context.unseen, until),
    })),
    noteCalled: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      calledElsewhere: withIds(context.calledElsewhere, ids),
    })),
    callFor: assign((_, { ids }: { ids: readonly string[] }) => ({ calling: ids })),
    callForMore: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      calling: [...context.calling, ...ids],
    })),
    /** Starts at the page load at the earliest: earlier events are not missed ones. */
    noteLost: assign({
      missingSince: ({ context, self }) => Math.max(context.missingSince, serverNow(self) - unnoticedMs),
    }),
  },
  guards: {
    isAnyNew: (_, { alerts }: { alerts: readonly Alert[] }) => alerts.length > 0,
    isOfIncidents: stateIn({ source: 'incidents' }),
    isUnseen: ({ context }, { id }: { id: string }) => context.unseen.some((each) => each.id === id),
    isAnyUnseen: ({ context }) => context.unseen.length > 0,
    isSignIn: (_, { isSignIn }: { isSignIn: boolean }) => isSignIn,
    isNone: ({ context }) => context.unseen.length === 0,
    isFew: ({ context }) => context.unseen.length <= mostListed,
    isUncalled: ({ context }, { ids }: { ids: readonly string[] }) =>
      ids.some((id) => !context.calledElsewhere.includes(id)),
    isOutcome: (_, { outcome, is }: { outcome: CallOutcome; is: CallOutcome }) => outcome === is,
  },
}).createMachine({
  id: 'alerts',
  meta: { requirements: ['ALERT-1', 'INC-6', 'DESK-4', 'DESK-5'] },
  context: ({ input, self }) => ({
    userId: input.userId,
    unseen: [],
    knownIds: [],
    calledElsewhere: [],
    calling: [],
    missingSince: serverNow(self),
    callsSince: serverNow(self),
    isolatedUntil: {},
  }),
  invoke: [
    {
      id: 'keeper',
      src: 'keeper',
      input: ({ context }) => ({ userId: context.userId }),
      onError: { actions: failed('Alertas não guardados.') },
    },
    { id: 'tabs', src: 'tabs', onError: { actions: failed('Alertas sem as outras abas.') } },
    { src: 'watchSound', onError: { actions: failed('Escolha do som não lida.') } },
  ],
  on: {
    'isolations.changed': {
      target: '.unseen.counted',
      actions: { type: 'noteIsolations', params: ({ event }) => event },
    },
  },
  type: 'parallel',
  states: {
    unseen: {
      description: 'The unseen alerts share one toast with the worst of them.',
      initial: 'none',
      on: {
        'socket.batch': [
          { description: 'Single events cause no alert if the server has incidents.', guard: 'isOfIncidents' },
          {
            guard: { type: 'isAnyNew', params: arrived },
            target: '.counted',
            actions: [
              { type: 'announce', params: (known) => ({ ids: idsOf(arrived(known).alerts) }) },
              { type: 'take', params: arrived },
            ],
          },
        ],
        'incidents.known': [
          {
            guard: 'isOfIncidents',
            target: '.counted',
            actions: [
              { type: 'announce', params: (known) => ({ ids: laterCalls(known).addedIds }) },
              { type: 'takeCalls', params: laterCalls },
            ],
          },
          {
            description: 'The first list: unless the user has just signed in, earlier incidents cause no alert.',
            target: '.counted',
            actions: [
              { type: 'announce', params: (known) => ({ ids: firstCalls(known).addedIds }) },
              { type: 'takeCalls', params: firstCalls },
            ],
          },
        ],
        'alerts.kept': [
          {
            guard: { type: 'isSignIn', params: ({ event }) => event },
            target: '.counted',
            actions: ['callForAll', { type: 'take', params: kept }],
          },
          { target: '.counted', actions: { type: 'take', params: kept } },
        ],
        'alerts.see': {
          guard: { type: 'isUnseen', params: ({ event }) => event },
          target: '.counted',
          actions: [
            { type: 'announceSeen', params: ({ event }) => ({ ids: [event.id] }) },
            { type: 'forget', params: ({ event }) => ({ ids: [event.id] }) },
          ],
        },
        'alerts.seeAll': {
          guard: 'isAnyUnseen',
          target: '.counted',
          actions: [
            { type: 'announceSeen', params: all },
            { type: 'forget', params: all },
          ],
        },
        'alerts.seenElsewhere': { target: '.counted', actions: { type: 'forget', params: ({ event }) => event } },
      },
      states: {
        counted: {
          entry: 'keep',
          always: [{ guard: 'isNone', target: 'none' }, { guard: 'isFew', target: 'few' }, { target: 'many' }],
        },
        none: {},
        few: { description: 'The toast can list all of them.' },
        many: { description: 'A thousand alerts would cover the screen: the toast has their number.', tags: 'many' },
      },
    },
    source: {
      description: 'The source of alerts: single events, until the server sends incidents (INC-6).',
      initial: 'events',
      states: { events: { on: { 'incidents.known': 'incidents' } }, incidents: {} },
    },
    missed: {
      description: 'Events missed during a lost connection are loaded once it has recovered.',
      initial: 'live',
      states: {
        live: {
          on: {
            'socket.lost': { target: 'lost', actions: 'noteLost' },
            'socket.restored': [{ guard: 'isOfIncidents' }, { target: 'asking' }],
          },
        },
        lost: {
          on: {
            'socket.restored': [
              { description: 'The incidents are loaded again anyway.', guard: 'isOfIncidents', target: 'live' },
              { target: 'asking' },
            ],
          },
        },
        asking: {
          on: { 'socket.lost': 'lost', 'socket.restored': { target: 'asking', reenter: true } },
          invoke: {
            src: 'loadMissed',
            input: ({ context }) => ({ userId: context.userId, since: context.missingSince }),
            onDone: {
              target: 'live',
              actions: raise(({ event }) => ({
                type: 'socket.batch' as const,
                condominiumIds: [],
                activities: event.output,
              })),
            },
            onError: { target: 'lost', actions: failed('Alertas perdidos não carregados.') },
          },
        },
      },
    },
    soundPreference: {
      description: 'The sound preference of this browser; off by default.',
      initial: 'off',
      on: { 'sound.storedOn': '.on', 'sound.storedOff': '.off', 'sound.storedNone': '.unasked' },
      states: {
        unasked: {
          description: 'No person has chosen in this browser: the panel shows that the sound is off (DESK-4).',
          tags: 'soundUnasked',
          on: {
            'sound.switchOn': { target: 'on', actions: { type: 'storeSound', params: { isOn: true } } },
            'sound.switchOff': { target: 'off', actions: { type: 'storeSound', params: { isOn: false } } },
          },
        },
        off: {
          on: {
            'sound.switchOn': { target: 'on', actions: { type: 'storeSound', params: { isOn: true } } },
            'storage.cleared': { actions: { type: 'storeSound', params: { isOn: false } } },
          },
        },
        on: {
          tags: 'soundOn',
          on: {
            'sound.switchOff': { target: 'off', actions: { type: 'storeSound', params: { isOn: false } } },
            'storage.cleared': { actions: { type: 'storeSound', params: { isOn: true } } },
            'alerts.arrived': {
              guard: { type: 'isUncalled', params: ({ event }) => event },
              actions: { type: 'wantSound', params: ({ event }) => event },
            },
          },
        },
      },
    },
    audioPermission: {
      description: 'Whether the browser allows the page to play sound: known after the first attempt.',
      initial: 'untried',
      on: {
        'sound.switchOn': '.sampling',
        'sound.listen': '.sampling',
        'sound.wanted': {
          target: '.calling',
          actions: { type: 'callFor', params: ({ event }) => event },
        },
        'alerts.calledElsewhere': { actions: { type: 'noteCalled', params: ({ event }) => event } },
      },
      states: {
        untried: {},
        allowed: {},
        blocked: { description: 'A person must click before this browser plays sound.', tags: 'soundBlocked' },
        sampling: {
          tags: 'sounding',
          invoke: {
            src: 'sample',
            onDone: [
              { guard: { type: 'isOutcome', params: outcome('blocked') }, target: 'blocked' },
              { target: 'allowed' },
            ],
            onError: { target: 'blocked', actions: failed('Som de alerta não tocado.') },
          },
        },
        calling: {
          description: 'An alert that arrives while the sound plays causes no second sound.',
          tags: 'sounding',
          on: {
            'sound.listen': {},
            'sound.switchOff': 'untried',
            'sound.wanted': { actions: { type: 'callForMore', params: ({ event }) => event } },
          },
          invoke: {
            src: 'call',
            onDone: [
              { guard: { type: 'isOutcome', params: outcome('blocked') }, target: 'blocked' },
              {
                guard: { type: 'isOutcome', params: outcome('played') },
                target: 'allowed',
                actions: 'announceCalled',
              },
              { target: 'allowed' },
            ],
            onError: { target: 'blocked', actions: failed('Som de alerta não tocado.') },
          },
        },
      },
    },
  },
})

function idsOf(alerts: readonly Alert[]): readonly string[] {
  return alerts.map(({ id }) => id)
}

function firstCalls({ context, event }: Known & { event: { incidents: readonly Incident[] } }) {
  return callsOf(event.incidents, context, context.callsSince)
}

function laterCalls({ context, event }: Known & { event: { incidents: readonly Incident[] } }) {
  return callsOf(event.incidents, context)
}

function arrived({ context, event }: Known & { event: GateBatch }): { alerts: readonly Activity[] } {
  return { alerts: newAlerts(event.activities, context) }
}

function kept({ context, event }: Known & { event: { alerts: readonly Alert[] } }) {
  const events = event.alerts.filter((alert): alert is Activity => !isOfIncident(alert))
  const ofIncidents = event.alerts.filter((alert) => isOfIncident(alert) && !context.knownIds.includes(alert.id))
  return { alerts: [...ofIncidents, ...newAlerts(events, context)] }
}

function all({ context }: Known): { ids: readonly string[] } {
  return { ids: idsOf(context.unseen) }
}

function outcome(is: CallOutcome) {
  return ({ event }: { event: { output: CallOutcome } }) => ({ outcome: event.output, is })
}
