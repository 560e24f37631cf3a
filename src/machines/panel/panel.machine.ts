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

/** Ids of the root's children, `id` and `systemId` alike. */
export type ActorId = keyof typeof pageFlows | SessionFlowId

/**
 * The root: starts every other actor, forwards events between them, and restarts crashed ones (BOOT). `sessionFlows`:
 * the flows that live while a session is stored, as listed in `composition/flows.ts`.
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
      /** Loads the code of the flows for a signed-in user. */
      loadFlows: promiseNotProvided<void>('panel.loadFlows'),
      loadPush: promiseNotProvided<void>('panel.loadPush'),
      ...pageCharts,
      ...chartsToCome(sessionFlows),
    },
    actions: {
      /** Leaves a page that needs a session (SES-5, SES-8). */
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
      /** Replaces the record of the same user after a change of rights. */
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
      /** XState does not stop the children of a crashed actor. */
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
        description: 'A key of /config.json is invalid: the page shows its name (CFG-1).',
      },
      running: {
        description: 'Each child has its own region, which forwards events to the child and restarts it after a crash.',
        type: 'parallel',
        on: {
          'crash.forgotten': { actions: { type: 'forgetCrash', params: ({ event }) => event } },
          'version.changed': 'updating',
          'version.stale': 'reloading',
        },
        states: {
          theme: {
            description: 'A script has applied the stored theme (BOOT-2); the chart starts after the sign-in.',
            initial: 'dressed',
            states: { dressed: { on: { 'flows.loaded': 'charted' } }, charted: region('theme', pageFlows.theme) },
          },
          push: {
            description: 'Without a Firebase project, the code is loaded only after the sign-in (CFG-1).',
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
                description: 'Loaded again at the next sign-in, or when the network returns.',
                on: { 'flows.loaded': 'arriving', 'connectivity.online': 'arriving' },
              },
              charted: region('push', pageFlows.push),
            },
          },
          connectivity: region('connectivity', pageFlows.connectivity),
          version: region('version', pageFlows.version),
          session: region('session', pageFlows.session),
          access: {
            description: 'Which pages the user may open.',
            initial: 'booting',
            states: {
              booting: {
                description: 'Version check and stored session, side by side (BOOT-2).',
                tags: 'loading',
                type: 'parallel',
                states: {
                  version: {
                    description: 'A changed version leaves `running` immediately, whatever the stored session.',
                    initial: 'checking',
                    states: { checking: { on: { 'version.settled': 'settled' } }, settled: {} },
                  },
                  session: {
                    description: 'The result of the session, held until the version check has ended.',
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
                description: 'Another user enters this state again: no data of the previous user remains.',
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
                    description: 'Loads the code of the flows below, which the sign-in page does not need.',
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
                    description: 'The version check may find a newer panel; else the user may reload the page (VER-2).',
                    tags: 'unavailable',
                  },
                  working: {
                    description: 'The flows of a signed-in user; they stop with the session.',
                    tags: 'signedIn',
                    type: 'parallel',
                    states: {
                      ...regionsOf(sessionFlows),
                      selection: {
                        description: 'Remembers the selected condominium for flows that start again.',
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
                description: 'The session has ended; its dialog covers every page (SES-6).',
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
        description: 'Clears the local data of another version, then reloads the page (VER-1).',
        tags: 'loading',
        entry: ['clearLocalData', 'reloadPage'],
      },
      reloading: {
        description: 'Only this page is old: the local data may stay.',
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

/** The root actor, which gives views access to all other actors. */
export type Panel = Actor<PanelMachine>

function bootedTo(session: 'stored' | 'absent' | 'expired') {
  return stateIn({ running: { access: { booting: { version: 'settled', session } } } })
}

function chartsToCome(flows: SessionFlowPlans): SessionCharts
function chartsToCome(flows: SessionFlowPlans): Record<string, AnyActorLogic> {
  return Object.fromEntries(Object.keys(flows).map((id) => [id, machineNotProvided()]))
}
