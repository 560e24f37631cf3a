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
    { type: 'person.enters', password, code: '123456' },
    { type: 'person.cancels' },
    { type: 'server.accepts' },
    { type: 'server.refuses', text: 'Senha incorreta.' },
    { type: 'server.refusesCode', text: 'Informe o código.' },
    { type: 'server.fails', text: 'Muitas tentativas. Aguarde e tente de novo.' },
  ],
  possible: ({ type }, { value }) => !type.startsWith('server.') || value === 'proving',
  key: ({ value, context }) => `${nameOf(value)} ${JSON.stringify(context.problems)} ${context.needsCode}`,
  start: startProof,
  perform: {
    'call.needsProof': ({ standIns }) => standIns.sendBack('questions', { type: 'proof.asked' }),
    'person.enters': ({ send }, { type: _, ...entered }) => send({ type: 'proof.give', ...entered }),
    'person.cancels': ({ send }) => send({ type: 'proof.cancel' }),
    'server.accepts': ({ standIns }) => standIns.resolve('prove', { kind: 'proven' }),
    'server.refuses': ({ standIns }, { text }) =>
      standIns.resolve('prove', { kind: 'refused', fields: { password: text } }),
    'server.refusesCode': ({ standIns }, { text }) =>
      standIns.resolve('prove', { kind: 'refused', fields: { code: text } }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('prove', new Error(text)),
  },
  expected: ({ value, context: { problems, needsCode, refusals } }) => ({
    state: nameOf(value),
    problems,
    needsCode,
    refusals,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    return { state: nameOf(value), ...context }
  },
})

test('the machine that asks for the password keeps neither password nor code after the answer', async () => {
  const proof = startProof()
  proof.standIns.sendBack('questions', { type: 'proof.asked' })
  proof.send({ type: 'proof.give', password, code: '987654' })
  proof.standIns.resolve('prove', { kind: 'refused', fields: { password: 'Senha incorreta.' } })
  await proof.settle()
  expect(JSON.stringify(proof.ref.getPersistedSnapshot())).not.toMatch(/a senha de hoje|987654/)
  proof.stop()
})

testCoverage(coverage)
