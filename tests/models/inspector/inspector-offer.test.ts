import { inspectorOfferMachine } from '../../../src/machines/inspector/inspector-offer.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelContext, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type InspectorOfferModelEvent, inspectorOfferModel } from './inspector-offer.model.ts'

const coverage = new Coverage(inspectorOfferMachine)

function startOffer() {
  const standIns = new StandIns()
  const machine = inspectorOfferMachine.provide({
    actors: {
      loadInspector: standIns.promise('loadInspector'),
      recording: standIns.callback('recording'),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      discard: standIns.effect('discard'),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

const stateOf: Record<string, { state: string; open: string[] }> = {
  nothing: { state: 'withheld', open: [] },
  fetching: { state: 'loading', open: ['loadInspector'] },
  recorded: { state: 'recorded', open: ['recording'] },
}

testPaths<ModelContext, InspectorOfferModelEvent, ReturnType<typeof startOffer>>('the offer of the inspector', {
  model: inspectorOfferModel,
  events: [
    { type: 'person.signsIn', may: true },
    { type: 'person.signsIn', may: false },
    { type: 'session.ends' },
    { type: 'code.arrives' },
    { type: 'code.isMissing' },
    { type: 'recording.crashes' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('code.')) return value === 'fetching'
    return type !== 'recording.crashes' || value === 'recorded'
  },
  key: ({ value }) => nameOf(value),
  start: startOffer,
  perform: {
    'person.signsIn': ({ send }, { may }) => send({ type: may ? 'offer.allowed' : 'offer.denied' }),
    'session.ends': ({ send }) => send({ type: 'offer.over' }),
    'code.arrives': ({ standIns }) => standIns.resolve('loadInspector', undefined),
    'code.isMissing': ({ standIns }) => standIns.reject('loadInspector'),
    'recording.crashes': ({ standIns }) => standIns.crash('recording'),
  },
  expected: ({ value }) => stateOf[nameOf(value)] ?? {},
  actual: ({ snapshot, standIns }) => ({
    state: nameOf(snapshot().value),
    open: standIns.open,
  }),
})

testCoverage(coverage)
