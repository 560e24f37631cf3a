import { textCopyMachine } from '../../../src/machines/parts/text-copy.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type CopyModelContext, type CopyModelEvent, textCopyModel } from './text-copy.model.ts'

const coverage = new Coverage(textCopyMachine)

function startCopy() {
  const standIns = new StandIns()
  const machine = textCopyMachine.provide({
    actors: { write: standIns.promise('write') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

/** MBT-1. */
testPaths<CopyModelContext, CopyModelEvent, ReturnType<typeof startCopy>>('the copy of a text', {
  model: textCopyModel,
  events: [
    { type: 'person.copies', text: 'um' },
    { type: 'person.copies', text: 'dois' },
    { type: 'clipboard.takes' },
    { type: 'clipboard.refuses' },
    { type: 'person.leaves' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('clipboard') || value === 'copying',
  key: ({ value, context }) => `${nameOf(value)} ${context.text}`,
  start: startCopy,
  perform: {
    'person.copies': ({ send }, { text }) => send({ type: 'copy.wanted', text }),
    'clipboard.takes': ({ standIns }) => standIns.resolve('write', undefined),
    'clipboard.refuses': ({ standIns }) => standIns.reject('write'),
    'person.leaves': ({ send }) => send({ type: 'copy.dropped' }),
  },
  expected: ({ value, context: { text } }) => ({ state: nameOf(value), text }),
  actual: ({ snapshot }) => ({ state: nameOf(snapshot().value), text: snapshot().context.text }),
})

testCoverage(coverage)
