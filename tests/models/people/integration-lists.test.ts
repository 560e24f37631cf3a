import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { MachineToken } from '../../../contract/wire/answers/machines.ts'
import type { proofMachine } from '../../../src/machines/parts/proof.machine.ts'
import { integrationListsMachine } from '../../../src/machines/people/integration-lists.machine.ts'
import type { IntegrationChange } from '../../../src/services/people/integrations-api.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Change,
  type IntegrationListsModelContext,
  type IntegrationListsModelEvent,
  integrationListsModel,
  silence,
} from './integration-lists.model.ts'

const coverage = new Coverage(integrationListsMachine)

const kind = (code: string): EventKind => ({ code, name: code, rank: 'normal', calls: false })

const changes: Readonly<Record<Change, IntegrationChange>> = {
  makes: { type: 'token.make', name: 'Central', condominiumId: null, days: 365 },
  ends: { type: 'token.end', id: 'old' },
  names: { type: 'kinds.set', kinds: [kind('E2')] },
  removes: { type: 'kind.remove', code: 'E1' },
}
const changeOf = (event: IntegrationChange | null) =>
  Object.entries(changes).find(([, change]) => change.type === event?.type)?.[0] ?? null

function startLists() {
  const standIns = new StandIns()
  const machine = integrationListsMachine.provide({
    actors: {
      load: standIns.promise('load'),
      change: standIns.promise('change', ({ change }) => changeOf(change)),
      proof: standIns.callback('proof') as unknown as typeof proofMachine,
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function token(id: string): MachineToken {
  const createdAt = '2026-03-02T08:00:00.000Z'
  return { id, name: 'Central', condominiumIds: null, createdAt, madeBy: 'Ana', lastUsedAt: null, expiresAt: null }
}

testPaths<IntegrationListsModelContext, IntegrationListsModelEvent, ReturnType<typeof startLists>>(
  'the integrations (EVT-1, CALL-4)',
  {
    model: integrationListsModel,
    events: [
      { type: 'person.opensPage' },
      { type: 'person.leaves' },
      { type: 'person.changes', change: 'makes' },
      { type: 'person.changes', change: 'ends' },
      { type: 'person.changes', change: 'names' },
      { type: 'person.changes', change: 'removes' },
      { type: 'server.lists', isAbsent: false },
      { type: 'server.lists', isAbsent: true },
      { type: 'server.changes' },
      { type: 'server.fails' },
      { type: 'proof.breaks' },
    ],
    possible: ({ type }, { context: { list, tokens, canProve } }) => {
      if (type === 'proof.breaks') return canProve && list === 'changing'
      if (type === 'server.lists') return list === 'loading'
      if (type === 'server.changes') return list === 'changing'
      if (type === 'server.fails') return list === 'loading' || list === 'changing'
      return type !== 'person.changes' || !tokens.includes('new')
    },
    key: ({ context: { list, tokens, kinds, change, made, failure, canProve } }) =>
      JSON.stringify([list, tokens, kinds, change, made, failure, list === 'changing' && canProve]),
    status: ({ context: { list } }) => [list],
    start: startLists,
    perform: {
      'person.opensPage': (lists) => lists.send({ type: 'lists.want' }),
      'person.leaves': (lists) => lists.send({ type: 'lists.left' }),
      'person.changes': (lists, { change }) => lists.send(changes[change]),
      'server.lists': ({ standIns }, { isAbsent }) =>
        standIns.resolve('load', isAbsent ? null : { tokens: [token('old')], kinds: [kind('E1')] }),
      'server.changes': ({ standIns, snapshot }) => {
        const change = changeOf(snapshot().context.change)
        standIns.resolve('change', {
          ...(change === 'makes' && { made: { ...token('new'), token: 'segredo' } }),
          ...(change === 'names' && { kinds: [kind('E1'), kind('E2')] }),
        })
      },
      'proof.breaks': ({ standIns }) => standIns.crash('proof'),
      'server.fails': ({ standIns }) => standIns.reject(standIns.open[0] ?? '', new Error(silence)),
    },
    tags: ({ context: { list } }) => [
      ...(list === 'unasked' || list === 'loading' ? ['unknown'] : []),
      ...(list === 'absent' || list === 'changing' ? [list] : []),
      ...(list === 'failed' ? ['error'] : []),
    ],
    expected: ({ context: { list, tokens, kinds, change, made, failure } }) => ({
      list,
      tokens,
      kinds,
      change,
      made,
      failure,
    }),
    actual: ({ snapshot }) => {
      const { value, context } = snapshot()
      return {
        list: value,
        tokens: context.tokens.map(({ id }) => id),
        kinds: context.kinds.map(({ code }) => code),
        change: changeOf(context.change),
        made: context.made?.id ?? null,
        failure: context.failure,
      }
    },
  },
)

testCoverage(coverage)
