import { setup } from 'xstate'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { ana, incidentOf } from './incident-fixtures.ts'

export const first = incidentOf('i1', { sequence: 1, since: '2026-03-02T09:01:00.000Z' })
export const second = incidentOf('i2', { sequence: 2, since: '2026-03-02T08:02:00.000Z' })
export const claimed = incidentOf('i1', { sequence: 1, life: 'claimed', owner: ana, version: 2 })

export interface IncidentsModelContext extends ModelContext {
  /** Whether the server has contacts, which do not need incidents. */
  hasContacts: boolean
  /** Newest first. */
  incidents: readonly Incident[]
  /** Incidents reported while the list was loading. */
  reportedSince: readonly Incident[]
  claims: readonly string[]
  refusals: Readonly<Record<string, string>>
}

export type IncidentsModelEvent =
  | { type: 'server.offers' }
  | { type: 'server.hasNone' }
  | { type: 'server.isUnreachable' }
  | { type: 'list.arrives'; ids: readonly ('i1' | 'i2')[] }
  | { type: 'list.fails' }
  | { type: 'socket.reports'; what: 'second' | 'claimed' }
  | { type: 'socket.isLost' }
  | { type: 'socket.isRestored' }
  | { type: 'time.passes' }
  | { type: 'service.recovers' }
  | { type: 'lastKnown.isOver' }
  | { type: 'person.reloads' }
  | { type: 'person.claims'; ids: readonly ('i1' | 'i2')[] }
  | { type: 'claim.isGranted' }
  | { type: 'claim.isLate'; message: string }
  | { type: 'claim.fails'; message: string }
  | { type: 'claim.isSilent' }
  | { type: 'person.opensWorklist' }
  | { type: 'person.leavesWorklist' }
  | { type: 'worklist.breaks' }
  | { type: 'person.opensForm' }
  | { type: 'person.leavesForm' }
  | { type: 'form.breaks' }

type Context = IncidentsModelContext
export const reported = { second, claimed }
const listed = { i1: first, i2: second }

const { did, logs, update } = modelActions<Context, IncidentsModelEvent>()
const keeps = (isOffered: boolean) => did(entry('does', 'keepHint', isOffered))
const takesOffer = update(() => ({ hasContacts: true }))
const passes = update(({ now }) => ({ now: now + 15_000 }))
const asks = did(entry('asks', 'askOffered'))
const lists = [update(() => ({ reportedSince: [] })), did(entry('asks', 'loadOpen'))]
const reports = update(({ did, incidents }) => ({ did: [...did, entry('reports', 'incidents.known', { incidents })] }))

/** The newer version of each incident, newest first. */
function newer(known: readonly Incident[], changed: readonly Incident[]): readonly Incident[] {
  const all = [...known, ...changed]
  const best = ['i2', 'i1'].map(
    (id) => all.filter((each) => each.id === id).toSorted((left, right) => right.version - left.version)[0],
  )
  return best.filter((each) => each !== undefined)
}

const takes = update(({ incidents, reportedSince }, event) => {
  if (event.type !== 'socket.reports') return {}
  const changed = [reported[event.what]]
  return { incidents: newer(incidents, changed), reportedSince: newer(reportedSince, changed) }
})
const takesList = update(({ reportedSince }, event) =>
  event.type === 'list.arrives'
    ? {
        incidents: newer(
          event.ids.map((id) => listed[id]),
          reportedSince,
        ),
      }
    : {},
)
const asksClaim = update(({ did, claims }) => ({ did: [...did, entry('asks', 'claim', { id: claims[0] })] }))
const endsClaim = update(({ claims }) => ({ claims: claims.slice(1) }))
const expects = update(({ claims, refusals }, event) => {
  if (event.type !== 'person.claims') return {}
  return {
    claims: [...claims, ...event.ids.filter((id) => !claims.includes(id))],
    refusals: { ...refusals, ...Object.fromEntries(event.ids.map((id) => [id, ''])) },
  }
})
const refuses = update(({ claims, refusals }, event) => ({
  refusals: { ...refusals, [claims[0] ?? '']: 'message' in event ? event.message : '' },
}))
const takesClaim = update(({ incidents, reportedSince, claims }) =>
  claims[0] === 'i1' ? { incidents: newer(incidents, [claimed]), reportedSince: newer(reportedSince, [claimed]) } : {},
)
const sendsToWorklist = update(({ did }, event) => {
  if (event.type === 'socket.isRestored') return { did: [...did, 'sends worklist socket.restored'] }
  if (event.type === 'service.recovers') return { did: [...did, 'sends worklist server.restored'] }
  if (event.type !== 'socket.reports') return {}
  return { did: [...did, `sends worklist incidents.changed ${JSON.stringify({ incidents: [reported[event.what]] })}`] }
})

const again = { target: 'reloading', actions: lists }
const restart = { target: 'loading', actions: lists }

/** INC-1, INC-3, LIVE-1, DESK-1: whether the server offers incidents, their list, the claims in order, the worklist. */
export const incidentsModel = setup({ types: {} as { context: Context; events: IncidentsModelEvent } }).createMachine({
  id: 'incidents model',
  context: {
    now: 0,
    did: [entry('asks', 'askOffered')],
    hasContacts: false,
    incidents: [],
    reportedSince: [],
    claims: [],
    refusals: {},
  },
  type: 'parallel',
  states: {
    offer: {
      initial: 'asking',
      states: {
        asking: {
          tags: 'unknown',
          on: {
            'server.offers': { target: 'present', actions: [takesOffer, keeps(true), ...lists] },
            'server.hasNone': { target: 'absent', actions: [takesOffer, keeps(false)] },
            'server.isUnreachable': { target: 'unanswered', actions: logs('Ocorrências não perguntadas.') },
          },
        },
        absent: { tags: 'absent' },
        unanswered: {
          on: {
            'socket.isRestored': { target: 'asking', actions: asks },
            'service.recovers': { target: 'asking', actions: asks },
            'lastKnown.isOver': { target: 'asking', actions: asks },
            'socket.reports': { target: 'asking', actions: asks },
            'person.reloads': { target: 'asking', actions: asks },
            'time.passes': { target: 'asking', actions: asks },
          },
        },
        present: {
          tags: 'present',
          type: 'parallel',
          states: {
            list: {
              initial: 'loading',
              states: {
                loading: {
                  tags: 'unknown',
                  on: {
                    'list.arrives': { target: 'current', actions: [takesList, reports] },
                    'list.fails': { target: 'missing', actions: logs('Ocorrências não carregadas.') },
                    'socket.reports': { actions: takes },
                    'socket.isRestored': restart,
                    'lastKnown.isOver': restart,
                  },
                },
                missing: {
                  tags: 'error',
                  on: {
                    'person.reloads': restart,
                    'time.passes': restart,
                    'socket.isRestored': restart,
                    'service.recovers': restart,
                    'lastKnown.isOver': restart,
                  },
                },
                current: {
                  tags: 'known',
                  on: {
                    'socket.reports': { actions: [takes, reports] },
                    'person.reloads': again,
                    'time.passes': again,
                    'socket.isRestored': again,
                    'lastKnown.isOver': again,
                  },
                },
                reloading: {
                  tags: 'known',
                  on: {
                    'socket.reports': { actions: [takes, reports] },
                    'list.arrives': { target: 'current', actions: [takesList, reports] },
                    'list.fails': { target: 'failed', actions: logs('Ocorrências não carregadas.') },
                    'person.reloads': again,
                    'time.passes': again,
                    'socket.isRestored': again,
                    'lastKnown.isOver': again,
                  },
                },
                failed: {
                  tags: ['known', 'error'],
                  on: {
                    'socket.reports': { actions: [takes, reports] },
                    'service.recovers': again,
                    'person.reloads': again,
                    'time.passes': again,
                    'socket.isRestored': again,
                    'lastKnown.isOver': again,
                  },
                },
              },
            },
            claims: {
              initial: 'idle',
              states: {
                idle: {
                  on: {
                    'person.claims': { target: 'asked', actions: [expects, asksClaim] },
                  },
                },
                asked: {
                  on: {
                    'person.claims': { actions: expects },
                    'claim.isGranted': {
                      target: 'next',
                      actions: [takesClaim, refuses, reports],
                    },
                    'claim.isLate': { target: 'next', actions: [takesClaim, refuses, reports] },
                    'claim.fails': { target: 'next', actions: [logs('Ocorrência não assumida.'), refuses] },
                    'claim.isSilent': {
                      target: 'next',
                      actions: update(({ now, claims, refusals }) => ({
                        now: now + 30_000,
                        refusals: { ...refusals, [claims[0] ?? '']: 'O servidor não respondeu. Tente novamente.' },
                      })),
                    },
                  },
                },
                next: {
                  entry: endsClaim,
                  always: [
                    { guard: ({ context }) => context.claims.length > 0, target: 'asked', actions: asksClaim },
                    { target: 'idle' },
                  ],
                },
              },
            },
            worklist: {
              initial: 'closed',
              on: {
                'person.opensWorklist': { target: '.open', actions: did(entry('asks', 'worklist', { hasDuty: true })) },
              },
              states: {
                closed: {},
                open: {
                  on: {
                    'person.leavesWorklist': 'closed',
                    'worklist.breaks': { target: 'broken', actions: logs('A página de ocorrências falhou.') },
                    'socket.reports': { actions: sendsToWorklist },
                    'socket.isRestored': { actions: sendsToWorklist },
                    'service.recovers': { actions: sendsToWorklist },
                  },
                },
                broken: { tags: 'worklistBroken', on: { 'person.leavesWorklist': 'closed' } },
              },
            },
            report: {
              initial: 'closed',
              on: { 'person.opensForm': { target: '.open', actions: did(entry('asks', 'report')) } },
              states: {
                closed: {},
                open: {
                  on: {
                    'person.leavesForm': 'closed',
                    'form.breaks': { target: 'broken', actions: logs('O registro de ocorrência falhou.') },
                  },
                },
                broken: { tags: 'reportBroken', on: { 'person.leavesForm': 'closed' } },
              },
            },
          },
        },
      },
    },
    line: {
      initial: 'heard',
      states: {
        heard: { on: { 'socket.isLost': 'unheard', 'time.passes': { actions: passes } } },
        unheard: {
          on: {
            'socket.isRestored': 'heard',
            'time.passes': { actions: passes },
          },
        },
      },
    },
  },
})
