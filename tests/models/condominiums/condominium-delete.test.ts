import { condominiumDeleteMachine } from '../../../src/machines/condominiums/condominium-delete.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type CondominiumDeleteModelContext,
  type CondominiumDeleteModelEvent,
  condominiumDeleteModel,
} from './condominium-delete.model.ts'

const coverage = new Coverage(condominiumDeleteMachine)

function startDeletion() {
  const standIns = new StandIns()
  const machine = condominiumDeleteMachine.provide({
    actors: { remove: standIns.promise('remove') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const condominium = { id: 'c1', name: 'Aurora', wordCode: 'W', customersId: 'k' }
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { condominium }, inspect: coverage.inspect })
}

testPaths<CondominiumDeleteModelContext, CondominiumDeleteModelEvent, ReturnType<typeof startDeletion>>(
  'the deletion of a condominium',
  {
    model: condominiumDeleteModel,
    events: [
      { type: 'person.confirms' },
      { type: 'person.closes' },
      { type: 'server.deletes' },
      { type: 'server.keeps', text: 'Este condomínio ainda tem 3 dispositivos.' },
      { type: 'server.fails', text: 'Sem resposta do servidor.' },
    ],
    possible: ({ type }, { value }) => !type.startsWith('server.') || value === 'deleting',
    key: ({ value, context }) => `${nameOf(value)} ${context.message}`,
    start: startDeletion,
    perform: {
      'person.confirms': ({ send }) => send({ type: 'deletion.confirm' }),
      'person.closes': ({ send }) => send({ type: 'deletion.close' }),
      'server.deletes': ({ standIns }) => standIns.resolve('remove', { kind: 'removed' }),
      'server.keeps': ({ standIns }, { text }) => standIns.resolve('remove', { kind: 'kept', message: text }),
      'server.fails': ({ standIns }, { text }) => standIns.reject('remove', new Error(text)),
    },
    expected: ({ value, context }) => ({
      state: nameOf(value),
      message: context.message,
      open: value === 'deleting' ? ['remove'] : [],
    }),
    actual: ({ snapshot, standIns }) => ({
      state: nameOf(snapshot().value),
      message: snapshot().context.failure?.message ?? null,
      open: standIns.open,
    }),
  },
)

testCoverage(coverage)
