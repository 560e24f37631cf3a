import { afterAll, expect, test, vi } from 'vitest'
import { type SocketEvent, socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { batch, refusedToken, type SocketModelContext, type SocketModelEvent, socketModel } from './socket.model.ts'

const coverage = new Coverage(socketMachine)

// Takes the lower bound of each random wait.
const random = vi.spyOn(Math, 'random').mockReturnValue(0)
afterAll(() => random.mockRestore())

/** Chart state and tags of each model state (SOC-5). */
const seenAs: Record<string, { state: string; tag: string }> = {
  connecting: { state: 'linked.connecting', tag: 'connecting' },
  reconnecting: { state: 'linked.reconnecting', tag: 'reconnecting' },
  'connected.whole': { state: 'linked.connected.whole', tag: 'connected' },
  'connected.missed': { state: 'linked.connected.missed', tag: 'connected' },
  leavingNamespace: { state: 'fallbackWait.connecting', tag: 'connecting' },
  leavingNamespaceAgain: { state: 'fallbackWait.reconnecting', tag: 'reconnecting' },
  waiting: { state: 'waiting', tag: 'reconnecting' },
  failed: { state: 'failed.resting', tag: 'failed' },
  unauthorized: { state: 'unauthorized', tag: 'failed' },
}

function startSocket(namespace: string) {
  const standIns = new StandIns()
  const page = { isSeen: true }
  const machine = socketMachine.provide({
    actors: { link: standIns.callback('link') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
    guards: { isSeen: () => page.isSeen },
  })
  const socket = runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { namespace },
    inspect: coverage.inspect,
  })
  const shows = (isSeen: boolean) => {
    page.isSeen = isSeen
    socket.send({ type: isSeen ? 'page.shown' : 'page.hidden' })
  }
  return { ...socket, shows }
}

type Socket = ReturnType<typeof startSocket>

const linkSends =
  (event: SocketEvent) =>
  ({ standIns }: Socket) =>
    standIns.sendBack('link', event)

for (const endpoint of ['namespace', 'root'] as const) {
  testPaths<SocketModelContext, SocketModelEvent, Socket>(`a socket that starts at the ${endpoint}`, {
    model: socketModel,
    input: { endpoint },
    events: [
      { type: 'link.connects' },
      { type: 'link.isLost' },
      { type: 'link.breaks' },
      { type: 'link.isUnreachable' },
      { type: 'link.findsNoNamespace' },
      { type: 'token.isRefused' },
      { type: 'batch.arrives' },
      { type: 'notification.arrives' },
      { type: 'incident.arrives' },
      { type: 'change.arrives' },
      { type: 'version.arrives' },
      { type: 'unreadable.arrives' },
      { type: 'attempt.timesOut' },
      { type: 'wait.isOver' },
      { type: 'network.returns' },
      { type: 'page.shows' },
      { type: 'page.hides' },
      { type: 'server.answers' },
      { type: 'rest.isOver' },
      { type: 'person.reconnects' },
    ],
    possible: ({ type }, { value, context }) => {
      if (type === 'page.shows') return !context.isSeen
      if (type === 'page.hides') return context.isSeen
      if (type === 'rest.isOver') return value === 'failed' && context.isSeen
      if (type === 'link.findsNoNamespace' && context.endpoint === 'root') return false
      if (type === 'unreadable.arrives') return isConnected(value)
      if (/^(link\.(isLost|breaks)|(batch|notification|incident|change|version)\.arrives)$/.test(type))
        return isLinked(value)
      return !type.startsWith('link.') && type !== 'token.isRefused' ? true : isLinked(value) && !isConnected(value)
    },
    key: ({ value, context }) => `${nameOf(value)} ${context.endpoint} ${context.attempts} ${context.isSeen}`,
    extraPaths: {
      'attempts that end while the page is hidden: the link pauses until the page is shown': [
        { type: 'page.hides' },
        ...Array.from({ length: 10 }, () => [
          { type: 'link.isLost' } as const,
          { type: 'wait.isOver' } as const,
        ]).flat(),
        { type: 'link.isLost' },
        { type: 'page.shows' },
      ],
    },
    start: () => startSocket(endpoint === 'root' ? '' : '/gatehouse'),
    perform: {
      'link.connects': linkSends({ type: 'link.up' }),
      'link.isLost': linkSends({ type: 'link.lost' }),
      'link.breaks': ({ standIns }) => standIns.crash('link'),
      'link.isUnreachable': linkSends({ type: 'link.refused', refusal: 'unreachable', token: refusedToken }),
      'link.findsNoNamespace': linkSends({ type: 'link.refused', refusal: 'invalidNamespace', token: refusedToken }),
      'token.isRefused': linkSends({ type: 'link.refused', refusal: 'unauthorized', token: refusedToken }),
      'batch.arrives': linkSends({ type: 'link.batch', ...batch }),
      'notification.arrives': linkSends({ type: 'link.notifications', notifications: [] }),
      'incident.arrives': linkSends({ type: 'link.incidents', incidents: [] }),
      'change.arrives': linkSends({ type: 'link.condominiums', condominiumIds: ['c2'] }),
      'version.arrives': linkSends({ type: 'link.version', version: '2' }),
      'unreadable.arrives': linkSends({ type: 'link.unread' }),
      'network.returns': ({ send }) => send({ type: 'connectivity.online' }),
      'page.shows': ({ shows }) => shows(true),
      'page.hides': ({ shows }) => shows(false),
      'server.answers': ({ send }) => send({ type: 'server.reached' }),
      'person.reconnects': ({ send }) => send({ type: 'socket.reconnect' }),
    },
    tags: ({ value }) => [seenAs[nameOf(value)]?.tag ?? ''],
    expected: ({ value, context: { endpoint, transport, attempts, isSeen } }) => ({
      state: value === 'failed' && !isSeen ? 'failed.unseen' : seenAs[nameOf(value)]?.state,
      context: { endpoint, transport, attempt: attempts },
      open: isLinked(value) ? ['link'] : [],
    }),
    actual: ({ snapshot, standIns }) => ({
      state: nameOf(snapshot().value),
      context: snapshot().context,
      open: standIns.open,
    }),
    untakenInModel:
      endpoint === 'namespace'
        ? {}
        : {
            'connecting on link.findsNoNamespace': 'no namespace is configured',
            'reconnecting on link.findsNoNamespace': 'no namespace is configured',
            'leavingNamespace on wait.isOver': 'no namespace is configured',
            'leavingNamespaceAgain on wait.isOver': 'no namespace is configured',
          },
  })
}

test('the socket makes ten attempts after the loss, and ten after each rest (LIVE-2)', async () => {
  const { standIns, journal, snapshot, advance, settle } = startSocket('')
  const attempts = async () => {
    const before = journal.filter((line) => line.startsWith('asks link')).length
    while (!snapshot().matches('failed')) {
      if (standIns.open.includes('link')) standIns.sendBack('link', { type: 'link.lost' })
      await settle()
      await advance(5_000)
    }
    return journal.filter((line) => line.startsWith('asks link')).length - before
  }
  expect(await attempts()).toBe(10)
  await advance(43_000)
  expect(snapshot().matches('linked')).toBe(true)
  // The first of these attempts has begun.
  expect((await attempts()) + 1).toBe(10)
})

function isLinked(value: unknown): boolean {
  return value === 'connecting' || value === 'reconnecting' || isConnected(value)
}

function isConnected(value: unknown): boolean {
  return typeof value === 'object'
}

testCoverage(coverage)
