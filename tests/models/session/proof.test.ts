import { expect, test } from 'vitest'
import { proofMachine } from '../../../src/machines/parts/proof.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type ProofModelContext, type ProofModelEvent, proofModel } from './proof.model.ts'

const coverage = new Coverage(proofMachine)
const password = 'a senha de hoje'

function startProof() {
  const standIns = new StandIns()
  const machine = proofMachine.provide({
    actors: { questions: standIns.callback('questions'), prove: standIns.promise('prove') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<ProofModelContext, ProofModelEvent, ReturnType<typeof startProof>>('the question for the password (ACC-4)', {
  model: proofModel,
  events: [
    { type: 'call.needsProof' },
    { type: 'person.enters', password },
    { type: 'person.cancels' },
    { type: 'server.accepts' },
    { type: 'server.refuses', text: 'Senha incorreta.' },
    { type: 'server.fails', text: 'Muitas tentativas. Aguarde e tente de novo.' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || value === 'proving',
  key: ({ value, context }) => `${nameOf(value)} ${context.problem}`,
  start: startProof,
  perform: {
    'call.needsProof': ({ standIns }) => standIns.sendBack('questions', { type: 'proof.asked' }),
    'person.enters': ({ send }, entered) => send({ type: 'proof.give', password: entered.password }),
    'person.cancels': ({ send }) => send({ type: 'proof.cancel' }),
    'server.accepts': ({ standIns }) => standIns.resolve('prove', { kind: 'proven' }),
    'server.refuses': ({ standIns }, { text }) => standIns.resolve('prove', { kind: 'refused', text }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('prove', new Error(text)),
  },
  expected: ({ value, context: { problem, refusals } }) => ({ state: nameOf(value), problem, refusals }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return { state: nameOf(value), problem: context.problem, refusals: context.refusals }
  },
})

test('the question for the password keeps no password after the answer', async () => {
  const proof = startProof()
  proof.standIns.sendBack('questions', { type: 'proof.asked' })
  proof.send({ type: 'proof.give', password })
  proof.standIns.resolve('prove', { kind: 'refused', text: 'Senha incorreta.' })
  await proof.settle()
  expect(JSON.stringify(proof.ref.getPersistedSnapshot())).not.toContain(password)
  proof.stop()
})

testCoverage(coverage)
