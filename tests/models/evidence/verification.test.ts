import { verificationMachine } from '../../../src/machines/evidence/verification.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type VerificationModelContext, type VerificationModelEvent, verificationModel } from './verification.model.ts'

const coverage = new Coverage(verificationMachine)

function startVerification() {
  const standIns = new StandIns()
  const machine = verificationMachine.provide({
    actors: { verify: standIns.promise('verify', ({ dossier }) => dossier.name) },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

const verdictOf = (told: string) => ({
  verdict: { isGenuine: true, problems: [], told: [told], dossier: null },
  dossier: null,
})

testPaths<VerificationModelContext, VerificationModelEvent, ReturnType<typeof startVerification>>(
  'the verification of a dossier',
  {
    model: verificationModel,
    events: [
      { type: 'person.asks', name: 'um.html' },
      { type: 'person.asks', name: 'outro.json' },
      { type: 'file.isRead', as: 'confere' },
      { type: 'file.isNone', text: 'Este arquivo não é um dossiê.' },
    ],
    possible: ({ type }, { value }) => type === 'person.asks' || value === 'verifying',
    key: ({ value, context: { asked, told, problem } }) => JSON.stringify([value, asked, told, problem]),
    start: startVerification,
    perform: {
      'person.asks': ({ send }, { name }) =>
        send({ type: 'verification.asked', request: { dossier: new File([], name), heads: null, fingerprint: '' } }),
      'file.isRead': ({ standIns }, { as }) => standIns.resolve('verify', verdictOf(as)),
      'file.isNone': ({ standIns }, { text }) => standIns.reject('verify', new Error(text)),
    },
    expected: ({ value, context: { asked, told, problem } }) => ({ value: nameOf(value), asked, told, problem }),
    actual: ({ snapshot }) => {
      const { request, verification, problem } = snapshot().context
      return {
        value: snapshot().value,
        asked: request?.dossier.name ?? '',
        told: verification?.verdict.told[0] ?? null,
        problem,
      }
    },
  },
)

testCoverage(coverage)
