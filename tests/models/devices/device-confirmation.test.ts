import { deviceConfirmationMachine } from '../../../src/machines/devices/commands/device-confirmation.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import {
  type Command,
  type ConfirmationModelContext,
  type ConfirmationModelEvent,
  commands,
  confirmationModel,
  type Typing,
  typings,
} from './device-confirmation.model.ts'

const coverage = new Coverage(deviceConfirmationMachine)

const startConfirmation = () =>
  runUnderRecorder(coverage.watch(deviceConfirmationMachine.provide({})), { inspect: coverage.inspect })

testPaths<ConfirmationModelContext, ConfirmationModelEvent, ReturnType<typeof startConfirmation>>(
  'the question before a deed',
  {
    model: confirmationModel,
    events: [
      ...(Object.keys(commands) as Command[]).map((command) => ({ type: 'person.asks', command }) as const),
      ...(Object.keys(typings) as Typing[]).map((typing) => ({ type: 'person.confirms', typing }) as const),
      { type: 'person.types' },
      { type: 'person.leaves' },
    ],
    // A confirmation needs an open question.
    possible: ({ type }, { context }) => type !== 'person.confirms' || context.command !== null,
    key: ({ value, context }) =>
      `${nameOf(value)} ${context.command} ${context.hasProblem} ${Math.min(context.refusals, 2)}`,
    start: startConfirmation,
    perform: {
      'person.asks': ({ send }, { command }) => send({ type: 'command.ask', command: commands[command].command }),
      'person.confirms': ({ send, snapshot }, { typing }) => {
        const { command } = snapshot().context
        if (command !== null) send({ type: 'command.confirm', command, typed: typings[typing].typed })
      },
      'person.types': ({ send }) => send({ type: 'command.edited' }),
      'person.leaves': ({ send }) => send({ type: 'command.drop' }),
    },
    expected: ({ value, context: { command, hasProblem, refusals } }) => ({
      state: nameOf(value),
      tags: value === 'asked' ? ['asked'] : [],
      command: command === null ? null : commands[command].command,
      hasProblem,
      refusals,
    }),
    actual: ({ snapshot }) => {
      const { command, problem, refusals } = snapshot().context
      return {
        state: nameOf(snapshot().value),
        tags: [...snapshot().tags],
        command,
        hasProblem: problem !== '',
        refusals,
      }
    },
  },
)

testCoverage(coverage)
