import type { NewWallLink, WallLink } from '../../../contract/wire/answers/wall.ts'
import type { proofMachine } from '../../../src/machines/parts/proof.machine.ts'
import { wallLinksMachine } from '../../../src/machines/profile/wall-links.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type WallLinksModelContext, type WallLinksModelEvent, wallLinksModel } from './wall-links.model.ts'

const coverage = new Coverage(wallLinksMachine)

function startLinks() {
  const standIns = new StandIns()
  const machine = wallLinksMachine.provide({
    actors: {
      loadLinks: standIns.promise('loadLinks'),
      make: standIns.promise('make'),
      revoke: standIns.promise('revoke'),
      proof: standIns.callback('proof') as unknown as typeof proofMachine,
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function link(id: string): WallLink {
  return { id, name: 'Guarita norte', createdAt: '2026-03-02T08:00:00.000Z', lastSeenAt: null }
}

const made: NewWallLink = { ...link('new'), token: 'segredo' }
const calls = { loading: 'loadLinks', making: 'make', revoking: 'revoke' } as const
const silence = 'Sem resposta do servidor.'

testPaths<WallLinksModelContext, WallLinksModelEvent, ReturnType<typeof startLinks>>('the links to the wall (INC-8)', {
  model: wallLinksModel,
  events: [
    { type: 'person.opensPage' },
    { type: 'person.leaves' },
    { type: 'person.makes' },
    { type: 'person.revokes', id: 'old' },
    { type: 'server.lists', links: ['old'] },
    { type: 'server.lists', links: null },
    { type: 'server.makes' },
    { type: 'server.revokes' },
    { type: 'server.fails', text: silence },
    { type: 'proof.breaks' },
  ],
  possible: ({ type }, { context: { list, listed, canProve } }) => {
    if (type === 'proof.breaks') return canProve && list === 'making'
    if (type === 'server.lists') return list === 'loading'
    if (type === 'server.makes') return list === 'making'
    if (type === 'server.revokes') return list === 'revoking'
    if (type === 'server.fails') return list in calls
    // "A few" and "many" wall links.
    return type !== 'person.makes' || listed.length < 2
  },
  key: ({ context: { list, listed, made, subject, failure, revoked, canProve } }) =>
    JSON.stringify([list, listed, made, subject, failure, revoked, list === 'making' && canProve]),
  status: ({ context: { list } }) => [list],
  start: startLinks,
  perform: {
    'person.opensPage': (links) => links.send({ type: 'links.want' }),
    'person.leaves': (links) => links.send({ type: 'links.left' }),
    'person.makes': (links) => links.send({ type: 'links.make', name: 'Guarita norte' }),
    'person.revokes': (links, { id }) => links.send({ type: 'links.revoke', id }),
    'server.lists': ({ standIns }, { links }) => standIns.resolve('loadLinks', links?.map(link) ?? null),
    'server.makes': ({ standIns }) => standIns.resolve('make', made),
    'server.revokes': ({ standIns }) => standIns.resolve('revoke', undefined),
    'proof.breaks': ({ standIns }) => standIns.crash('proof'),
    'server.fails': ({ standIns }, { text }) => standIns.reject(standIns.open[0] ?? '', new Error(text)),
  },
  tags: ({ context: { list } }) => [
    ...(list === 'unasked' || list === 'loading' ? ['unknown'] : []),
    ...(list === 'absent' || list === 'making' || list === 'revoking' ? [list] : []),
    ...(list === 'failed' ? ['error'] : []),
  ],
  expected: ({ context: { list, listed, made, subject, failure, revoked } }) => ({
    list,
    listed,
    made,
    subject,
    failure,
    revoked,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    const { links, made, subject, failure, revoked } = context
    return { list: value, listed: links.map(({ id }) => id), made: made?.id ?? null, subject, failure, revoked }
  },
})

testCoverage(coverage)
