import { reportMachine } from '../../../src/machines/incidents/report.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { incidentOf } from './incident-fixtures.ts'
import {
  draft,
  entered,
  failureText,
  type ReportModelContext,
  type ReportModelEvent,
  refusedText,
  reportModel,
} from './report.model.ts'

const coverage = new Coverage(reportMachine)

function startReport() {
  const standIns = new StandIns()
  const machine = reportMachine.provide({
    actors: { readDraft: standIns.promise('readDraft'), write: standIns.promise('write') },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      keepDraft: standIns.effect('keepDraft', (_, { text }) => text),
      showIncident: standIns.effect('showIncident', (_, { answer }) => answer.kind),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<ReportModelContext, ReportModelEvent, ReturnType<typeof startReport>>(
  'the form for a written occurrence (BOOK-1)',
  {
    model: reportModel,
    events: [
      { type: 'draft.isRead' },
      { type: 'draft.isUnreadable' },
      { type: 'person.types' },
      { type: 'person.editsText' },
      { type: 'person.sends', isComplete: true },
      { type: 'person.sends', isComplete: false },
      { type: 'server.writes' },
      { type: 'server.refuses' },
      { type: 'server.fails' },
    ],
    possible: ({ type }, { value, context }) => {
      if (type.startsWith('draft.')) return value === 'recalling'
      if (type.startsWith('server.')) return value === 'sending'
      return value === 'writing' && context.refusals < 3
    },
    key: ({ value, context: { problems, refusals, failure, draft: read } }) =>
      JSON.stringify([value, problems, refusals, failure, read]),
    start: startReport,
    perform: {
      'draft.isRead': ({ standIns }) => standIns.resolve('readDraft', draft),
      'draft.isUnreadable': ({ standIns }) => standIns.reject('readDraft'),
      'person.types': ({ send }) => send({ type: 'report.typed', text: draft }),
      'person.editsText': ({ send }) => send({ type: 'report.edited', field: 'text' }),
      'person.sends': ({ send }, { isComplete }) =>
        send({
          type: 'report.send',
          entered: isComplete ? entered : { ...entered, condominiumId: '', topic: '', text: ' ' },
        }),
      'server.writes': ({ standIns }) =>
        standIns.resolve('write', { kind: 'written', incident: incidentOf('i1', { kind: 'reported' }) }),
      'server.refuses': ({ standIns }) =>
        standIns.resolve('write', { kind: 'refused', fields: { text: refusedText, other: 'x' } }),
      'server.fails': ({ standIns }) => standIns.reject('write', new Error(failureText)),
    },
    expected: ({ value, context: { problems, refusals, failure, draft: read } }) => ({
      state: nameOf(value),
      problems,
      refusals,
      failure,
      draft: read,
    }),
    actual: ({ snapshot }) => {
      const { value, context } = snapshot()
      const { refusals, failure, draft: read } = context
      return { state: nameOf(value), problems: Object.keys(context.problems), refusals, failure, draft: read }
    },
  },
)

testCoverage(coverage)
