import { lastKnownMachine } from '../../../src/machines/last-known/last-known.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type LastKnownModelContext, type LastKnownModelEvent, lastKnownModel } from './last-known.model.ts'

const coverage = new Coverage(lastKnownMachine)

function startLastKnown(mayKeep: boolean) {
  const standIns = new StandIns()
  const machine = lastKnownMachine.provide({
    actors: { answers: standIns.callback('answers'), keepShell: standIns.promise('keepShell') },
    guards: { mayKeepShell: () => mayKeep },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type LastKnown = ReturnType<typeof startLastKnown>

const remembers =
  (service: 'server' | 'health', at: number) =>
  ({ standIns }: LastKnown) =>
    standIns.sendBack('answers', { type: 'answer.remembered', ...{ service, at: epoch + at } })

for (const mayKeep of [true, false])
  testPaths<LastKnownModelContext, LastKnownModelEvent, LastKnown>(
    `what is shown without a server, in a browser that ${mayKeep ? 'may' : 'may not'} keep the panel (LIVE-1)`,
    {
      model: lastKnownModel,
      input: { mayKeep },
      events: [
        { type: 'server.isRemembered', at: -60_000 },
        { type: 'server.isRemembered', at: -30_000 },
        { type: 'health.isRemembered' },
        { type: 'answers.areUnobserved' },
        { type: 'server.recovers' },
        { type: 'shell.isDue' },
        { type: 'shell.isStored' },
        { type: 'shell.isRefused' },
      ],
      possible: ({ type }, { context: { shell, isObserved } }) => {
        if (type === 'shell.isDue') return shell === 'waiting'
        if (type.startsWith('shell.')) return shell === 'asking'
        return type === 'server.recovers' || isObserved
      },
      key: ({ value, context: { at, shell, isObserved } }) => `${value} ${at} ${shell} ${isObserved}`,
      start: () => startLastKnown(mayKeep),
      perform: {
        'server.isRemembered': (lastKnown, { at }) => remembers('server', at)(lastKnown),
        'health.isRemembered': remembers('health', -1_000),
        'answers.areUnobserved': ({ standIns }) => standIns.crash('answers'),
        'server.recovers': ({ send }) => send({ type: 'server.restored' }),
        'shell.isStored': ({ standIns }) => standIns.resolve('keepShell', undefined),
        'shell.isRefused': ({ standIns }) => standIns.reject('keepShell'),
      },
      expected: ({ value, context: { at, shell } }) => ({ shown: value, at, shell }),
      ...(!mayKeep && {
        untakenInModel: Object.fromEntries(
          ['isDue', 'isStored', 'isRefused'].map((each) => [
            `last known model on shell.${each}`,
            'the app shell is not stored',
          ]),
        ),
      }),
      actual: ({ snapshot }) => {
        const { value, context } = snapshot()
        return { ...value, at: context.at === null ? null : context.at - epoch }
      },
    },
  )

testCoverage(coverage)
