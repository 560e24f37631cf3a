import { assign, raise, sendTo, setup, stateIn } from 'xstate'
import type { ConfigOutcome } from '../services/panel-config.ts'
import type { UserRecord } from '../services/user-record.ts'
import { activityMachine } from './activity.machine.ts'
import type { ActorId } from './actor-ids.ts'
import { type CondominiumsReport, condominiumsMachine } from './condominiums.machine.ts'
import { type ConnectivityReport, connectivityMachine } from './connectivity.machine.ts'
import { eventFeedMachine } from './event-feed.machine.ts'
import { effectNotProvided } from './not-provided.ts'
import { sessionMachine } from './session.machine.ts'
import type { SessionReport } from './session-protocol.ts'
import { type SocketReport, socketMachine } from './socket.machine.ts'
import { crashLimits, stopChildrenOf, supervised } from './supervision.ts'
import { type VersionReport, versionMachine } from './version.machine.ts'

interface PanelContext {
  outcome: ConfigOutcome
  /** Whose session is stored. */
  user: UserRecord | null
  /** Id of the condominium that he works in, for who has to start anew with it. */
  condominiumId: string | null
  /** The children that crashed within the last minute, one entry a crash. */
  crashes: readonly string[]
  /** What the last crash was. */
  crash: unknown
}

export type PanelEvent =
  | SessionReport
  | VersionReport
  | ConnectivityReport
  | SocketReport
  | CondominiumsReport
  /** A server refused this token with a 401 (SES-5). */
  | { type: 'session.refused'; token: string | null }
  | { type: 'crash.forgotten'; actorId: string }

const takeUser = { type: 'takeUser', params: ({ event }: { event: { user: UserRecord } }) => event } as const

/** The root: spawns every other actor, routes between them, and outlives their crashes (BOOT). */
export const panelMachine = setup({
  types: {} as {
    context: PanelContext
    events: PanelEvent
    input: { outcome: ConfigOutcome }
    children: { [Id in ActorId]: Id }
    tags: 'loading' | 'signedOut' | 'signedIn' | 'expired'
  },
  actors: {
    connectivity: connectivityMachine,
    version: versionMachine,
    session: sessionMachine,
    condominiums: condominiumsMachine,
    activity: activityMachine,
    eventFeed: eventFeedMachine,
    socket: socketMachine,
  },
  actions: {
    /** Leaves the page that needs a session (SES-5, SES-8). */
    goToRoot: effectNotProvided('panel.goToRoot'),
    /** Empties local storage, session storage and cookies (VER-1). */
    clearLocalData: effectNotProvided('panel.clearLocalData'),
    reloadPage: effectNotProvided('panel.reloadPage'),
    logCrash: effectNotProvided<{ actorId: ActorId; error: unknown }>('panel.logCrash'),

    forward: sendTo(
      (_, { to }: { to: ActorId }) => to,
      ({ event }) => event,
    ),
    takeUser: assign((_, { user }: { user: UserRecord }) => ({ user, condominiumId: null })),
    takeCondominium: assign((_, { condominium }: CondominiumsReport) => ({ condominiumId: condominium?.id ?? null })),
    countCrash: assign(({ context }, { actorId, error }: { actorId: ActorId; error: unknown }) => ({
      crashes: [...context.crashes, actorId],
      crash: error,
    })),
    forgetCrash: assign(({ context }, { actorId }: { actorId: string }) => ({
      crashes: context.crashes.toSpliced(context.crashes.indexOf(actorId), 1),
    })),
    forgetCrashLater: raise((_, { actorId }: { actorId: ActorId }) => ({ type: 'crash.forgotten' as const, actorId }), {
      delay: crashLimits.withinMs,
    }),
    /** XState leaves the children of a crashed actor running. */
    stopOrphans: ({ self }, { actorId }: { actorId: ActorId }) => stopChildrenOf(self.getSnapshot().children[actorId]),
  },
  guards: {
    isValid: ({ context }) => context.outcome.kind === 'valid',
    isBootedToStored: bootedTo('stored'),
    isBootedToAbsent: bootedTo('absent'),
    isBootedToExpired: bootedTo('expired'),
    isOtherUser: ({ context }, { user }: { user: UserRecord }) => user.userId !== context.user?.userId,
    crashesTooOften: ({ context }, { actorId }: { actorId: ActorId }) =>
      context.crashes.filter((crashed) => crashed === actorId).length >= crashLimits.restarts,
  },
}).createMachine({
  id: 'panel',
  context: ({ input }) => ({ outcome: input.outcome, user: null, condominiumId: null, crashes: [], crash: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isValid', target: 'running' }, { target: 'misconfigured' }] },
    misconfigured: {
      description: 'A key of /config.json is invalid: the page names it (CFG-1).',
    },
    running: {
      type: 'parallel',
      on: { 'crash.forgotten': { actions: { type: 'forgetCrash', params: ({ event }) => event } } },
      states: {
        connectivity: {
          initial: 'alive',
          states: { alive: { invoke: { src: 'connectivity', ...supervised('connectivity') } } },
        },
        version: {
          initial: 'alive',
          states: { alive: { invoke: { src: 'version', ...supervised('version') } } },
          on: {
            'page.shown': { actions: forwardTo('version') },
            'page.hidden': { actions: forwardTo('version') },
            'version.changed': '#panel.updating',
            'version.stale': '#panel.reloading',
          },
        },
        session: {
          initial: 'alive',
          states: { alive: { invoke: { src: 'session', ...supervised('session') } } },
          on: {
            'page.shown': { actions: forwardTo('session') },
            'session.refused': { actions: forwardTo('session') },
          },
        },
        access: {
          initial: 'booting',
          states: {
            booting: {
              description: 'Version check and stored session, side by side (BOOT-2).',
              tags: 'loading',
              type: 'parallel',
              states: {
                version: {
                  initial: 'checking',
                  states: { checking: { on: { 'version.settled': 'settled' } }, settled: {} },
                },
                session: {
                  initial: 'restoring',
                  on: {
                    'session.stored': { target: '.stored', actions: takeUser },
                    'session.absent': '.absent',
                    'session.expired': '.expired',
                  },
                  states: { restoring: {}, stored: {}, absent: {}, expired: {} },
                },
              },
              always: [
                { guard: 'isBootedToStored', target: 'signedIn' },
                { guard: 'isBootedToAbsent', target: 'signedOut' },
                { guard: 'isBootedToExpired', target: 'expired' },
              ],
            },
            signedOut: {
              tags: 'signedOut',
              on: {
                'session.stored': { target: 'signedIn', actions: takeUser },
                'session.expired': 'expired',
              },
            },
            signedIn: {
              tags: 'signedIn',
              type: 'parallel',
              on: {
                'session.stored': {
                  guard: { type: 'isOtherUser', params: ({ event }) => event },
                  target: 'signedIn',
                  reenter: true,
                  actions: takeUser,
                },
                'session.absent': { target: 'signedOut', actions: 'goToRoot' },
                'session.expired': 'expired',
              },
              states: {
                condominiums: {
                  initial: 'alive',
                  states: {
                    alive: {
                      invoke: {
                        src: 'condominiums',
                        input: ({ context }) => ({ userId: context.user?.userId ?? '' }),
                        ...supervised('condominiums'),
                      },
                    },
                  },
                  on: { 'socket.restored': { actions: forwardTo('condominiums') } },
                },
                activity: {
                  initial: 'alive',
                  states: { alive: { invoke: { src: 'activity', ...supervised('activity') } } },
                  on: {
                    'socket.restored': { actions: forwardTo('activity') },
                    'socket.batch': { actions: forwardTo('activity') },
                  },
                },
                eventFeed: {
                  initial: 'alive',
                  states: {
                    alive: {
                      invoke: {
                        src: 'eventFeed',
                        input: ({ context }) => ({ condominiumId: context.condominiumId }),
                        ...supervised('eventFeed'),
                      },
                    },
                  },
                  on: {
                    'socket.restored': { actions: forwardTo('eventFeed') },
                    'socket.batch': { actions: forwardTo('eventFeed') },
                    'condominiums.selected': {
                      actions: [{ type: 'takeCondominium', params: ({ event }) => event }, forwardTo('eventFeed')],
                    },
                  },
                },
                socket: {
                  initial: 'alive',
                  states: {
                    alive: {
                      invoke: {
                        src: 'socket',
                        input: ({ context }) => ({ namespace: namespaceOf(context) }),
                        ...supervised('socket'),
                      },
                    },
                  },
                  on: {
                    'page.shown': { actions: forwardTo('socket') },
                    'connectivity.online': { actions: forwardTo('socket') },
                  },
                },
              },
            },
            expired: {
              description: 'The session has ended; its dialog stands in front of everything (SES-6).',
              tags: 'expired',
              on: {
                'session.stored': { target: 'signedIn', actions: takeUser },
                'session.absent': 'signedOut',
              },
            },
          },
        },
      },
    },
    updating: {
      description: 'Local data of another version goes before the page is loaded anew (VER-1).',
      tags: 'loading',
      entry: ['clearLocalData', 'reloadPage'],
    },
    reloading: { tags: 'loading', entry: 'reloadPage' },
    crashed: {
      description: 'A child crashed too often: the error page offers a reload (BOOT-4).',
    },
  },
})

function forwardTo(to: ActorId) {
  return { type: 'forward', params: { to } } as const
}

function bootedTo(session: 'stored' | 'absent' | 'expired') {
  return stateIn({ running: { access: { booting: { version: 'settled', session } } } })
}

function namespaceOf({ outcome }: PanelContext): string {
  return outcome.kind === 'valid' ? outcome.config.socketNamespace : ''
}
