import { type Actor, type AnyActorLogic, assign, raise, sendTo, setup, stateIn } from 'xstate'
import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { ConfigOutcome } from '../../services/config/panel-config.ts'
import type { CondominiumsReport } from '../condominiums/condominiums.machine.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { stopChildrenOf } from '../parts/stopped-actors.ts'
import type { SessionCharts, SessionFlowId, SessionFlowPlans } from './flow-plan.ts'
import { pageCharts, pageFlows } from './page-flows.ts'
import { asConfigured, type PanelContext, type PanelEvent } from './panel-protocol.ts'
import { crashLimits, region, regionsOf } from './supervision.ts'

const takeUser = { type: 'takeUser', params: ({ event }: { event: { user: UserRecord } }) => event } as const

/** Ids of the children of the root, `id` and `systemId` alike. */
export type ActorId = keyof typeof pageFlows | SessionFlowId

/**
 * The root: spawns every other actor, routes between them, and outlives their crashes (BOOT). `sessionFlows`: what lives while a session
 * is stored, as `composition/flows.ts` lists it.
 */
export function panelMachineOf(sessionFlows: SessionFlowPlans) {
  return setup({
    types: {} as {
      context: PanelContext
      events: PanelEvent
      input: { outcome: ConfigOutcome }
      children: { [Id in ActorId]: Id }
      tags: 'loading' | 'signedOut' | 'signedIn' | 'expired' | 'unavailable'
    },
    actors: {
      /** Fetches the code of the flows of whoever is signed in. */
      loadFlows: promiseNotProvided<void>('panel.loadFlows'),
      /** Fetches the code of the push flow. */
      loadPush: promiseNotProvided<void>('panel.loadPush'),
      ...pageCharts,
      ...chartsToCome(sessionFlows),
    },
    actions: {
      /** Leaves the page that needs a session (SES-5, SES-8). */
      goToRoot: effectNotProvided('panel.goToRoot'),
      /** Empties local storage, session storage and cookies (VER-1). */
      clearLocalData: effectNotProvided('panel.clearLocalData'),
      reloadPage: effectNotProvided('panel.reloadPage'),
      logFailure: effectNotProvided<{ message: string; error: unknown }>('panel.logFailure'),
      logCrash: effectNotProvided<{ actorId: ActorId; error: unknown }>('panel.logCrash'),

      forward: sendTo(
        (_, { to }: { to: ActorId }) => to,
        ({ event }) => event,
      ),
      takeUser: assign((_, { user }: { user: UserRecord }) => ({ user, condominiumId: null })),
      /** The same person, with other rights. */
      noteUser: assign((_, { user }: { user: UserRecord }) => ({ user })),
      takeCondominium: assign((_, { condominium }: CondominiumsReport) => ({ condominiumId: condominium?.id ?? null })),
      countCrash: assign(({ context }, { actorId, error }: { actorId: ActorId; error: unknown }) => ({
        crashes: [...context.crashes, actorId],
        crash: error,
      })),
      noteCrash: assign((_, { error }: { error: unknown }) => ({ crash: error })),
      forgetCrash: assign(({ context }, { actorId }: { actorId: string }) => ({
        crashes: context.crashes.toSpliced(context.crashes.indexOf(actorId), 1),
      })),
      forgetCrashLater: raise(
        (_, { actorId }: { actorId: ActorId }) => ({ type: 'crash.forgotten' as const, actorId }),
        {
          delay: crashLimits.withinMs,
        },
      ),
      /** XState leaves the children of a crashed actor running. */
      stopOrphans: ({ self }, { actorId }: { actorId: ActorId }) =>
        stopChildrenOf(self.getSnapshot().children[actorId]),
    },
    guards: {
      isValid: ({ context }) => context.outcome.kind === 'valid',
      isPushConfigured: ({ context }) => asConfigured({ context }).isConfigured,
      isBootedToStored: bootedTo('stored'),
      isBootedToAbsent: bootedTo('absent'),
      isBootedToExpired: bootedTo('expired'),
      isOtherUser: ({ context }, { user }: { user: UserRecord }) => user.userId !== context.user?.userId,
      crashesTooOften: ({ context }, { actorId }: { actorId: ActorId }) =>
        context.crashes.filter((crashed) => crashed === actorId).length >= crashLimits.restarts,
    },
  }).createMachine({
    id: 'panel',
    meta: { requirements: ['CFG-1', 'BOOT-1', 'BOOT-2', 'BOOT-4', 'SES-5', 'SES-8', 'VER-1'] },
    context: ({ input }) => ({ outcome: input.outcome, user: null, condominiumId: null, crashes: [], crash: null }),
    initial: 'starting',
    states: {
      starting: { always: [{ guard: 'isValid', target: 'running' }, { target: 'misconfigured' }] },
      misconfigured: {
        description: 'A key of /config.json is invalid: the page names it (CFG-1).',
      },
      running: {
        description: 'Every child has a region of its own, in which it is heard, and started again when it crashes.',
        type: 'parallel',
        on: {
          'crash.forgotten': { actions: { type: 'forgetCrash', params: ({ event }) => event } },
          'version.changed': 'updating',
          'version.stale': 'reloading',
        },
        states: {
          theme: {
            description: 'A script has dressed the page (BOOT-2); the chart comes when somebody signs in.',
            initial: 'dressed',
            states: { dressed: { on: { 'flows.loaded': 'charted' } }, charted: region('theme', pageFlows.theme) },
          },
          push: {
            description: 'Without a Firebase project its code waits until somebody signs in (CFG-1).',
            initial: 'waiting',
            states: {
              waiting: {
                always: { guard: 'isPushConfigured', target: 'arriving' },
                on: { 'flows.loaded': 'arriving' },
              },
              arriving: {
                invoke: {
                  src: 'loadPush',
                  onDone: 'charted',
                  onError: { target: 'unavailable', actions: failed('Código de push não carregado.') },
                },
              },
              unavailable: {
                description: 'Fetched again at the next sign-in, or when the network is back.',
                on: { 'flows.loaded': 'arriving', 'connectivity.online': 'arriving' },
              },
              charted: region('push', pageFlows.push),
            },
          },
          connectivity: region('connectivity', pageFlows.connectivity),
          version: region('version', pageFlows.version),
          session: region('session', pageFlows.session),
          access: {
            description: 'Which pages may be shown.',
            initial: 'booting',
            states: {
              booting: {
                description: 'Version check and stored session, side by side (BOOT-2).',
                tags: 'loading',
                type: 'parallel',
                states: {
                  version: {
                    description: 'A changed version leaves `running` at once: it wins over a stored session.',
                    initial: 'checking',
                    states: { checking: { on: { 'version.settled': 'settled' } }, settled: {} },
                  },
                  session: {
                    description: 'What the session came to, kept back until the version is known.',
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
                description: 'Another user comes in anew: nothing of the one before stays.',
                initial: 'arriving',
                on: {
                  'session.stored': [
                    {
                      guard: { type: 'isOtherUser', params: ({ event }) => event },
                      target: 'signedIn',
                      reenter: true,
                      actions: takeUser,
                    },
                    { actions: { type: 'noteUser', params: ({ event }) => event } },
                  ],
                  'session.absent': { target: 'signedOut', actions: 'goToRoot' },
                  'session.expired': 'expired',
                },
                states: {
                  arriving: {
                    description: 'The code of the flows below is fetched: the sign-in page does without it.',
                    tags: 'loading',
                    invoke: {
                      src: 'loadFlows',
                      onDone: { target: 'working', actions: raise({ type: 'flows.loaded' }) },
                      onError: {
                        target: 'unavailable',
                        actions: [
                          failed('Partes do painel não carregadas.'),
                          { type: 'noteCrash', params: ({ event }) => event },
                        ],
                      },
                    },
                  },
                  unavailable: {
                    description:
                      'The version check says whether a newer panel is to be loaded; else a person may reload (VER-2).',
                    tags: 'unavailable',
                  },
                  working: {
                    description: 'The flows of whoever is signed in; they stop with the session.',
                    tags: 'signedIn',
                    type: 'parallel',
                    states: {
                      ...regionsOf(sessionFlows),
                      selection: {
                        description: 'Who starts anew does so with the condominium that is chosen now.',
                        on: {
                          'condominiums.selected': {
                            actions: { type: 'takeCondominium', params: ({ event }) => event },
                          },
                        },
                      },
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
      reloading: {
        description: 'Only this page is old: what the browser keeps may stay.',
        tags: 'loading',
        entry: 'reloadPage',
      },
      crashed: {
        description: 'A child crashed too often: the error page offers a reload (BOOT-4).',
      },
    },
  })
}

export type PanelMachine = ReturnType<typeof panelMachineOf>

/** The root actor, through which views reach everything. */
export type Panel = Actor<PanelMachine>

function bootedTo(session: 'stored' | 'absent' | 'expired') {
  return stateIn({ running: { access: { booting: { version: 'settled', session } } } })
}

/** A placeholder for the chart of each flow. */
function chartsToCome(flows: SessionFlowPlans): SessionCharts
function chartsToCome(flows: SessionFlowPlans): Record<string, AnyActorLogic> {
  return Object.fromEntries(Object.keys(flows).map((id) => [id, machineNotProvided()]))
}
