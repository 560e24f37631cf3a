import type { SecondFactor } from '../../../contract/wire/routes/second-factor.ts'
import type { proofMachine } from '../../../src/machines/parts/proof.machine.ts'
import { secondFactorMachine } from '../../../src/machines/profile/second-factor.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  code,
  recoveryCodes,
  type SecondFactorModelContext,
  type SecondFactorModelEvent,
  secondFactorModel,
} from './second-factor.model.ts'

const coverage = new Coverage(secondFactorMachine)

function startSecondFactor() {
  const standIns = new StandIns()
  const machine = secondFactorMachine.provide({
    actors: {
      load: standIns.promise('load'),
      offer: standIns.promise('offer'),
      proof: standIns.callback('proof') as unknown as typeof proofMachine,
      confirm: standIns.promise('confirm'),
      remove: standIns.promise('remove'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

const offer = { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/x' }
const factorOf = (isSet: boolean): SecondFactor => ({
  setAt: isSet ? '2026-03-02T08:00:00.000Z' : null,
  recoveryCodesLeft: isSet ? 10 : 0,
  isRequired: false,
})
const waitsFor: Record<string, string> = {
  loading: 'load',
  offering: 'offer',
  confirming: 'confirm',
  removing: 'remove',
}
const asked: Record<string, string> = {
  'server.hasNone': 'load',
  'server.finds': 'load',
  'server.offers': 'offer',
  'server.confirms': 'confirm',
  'server.removes': 'remove',
}

testPaths<SecondFactorModelContext, SecondFactorModelEvent, ReturnType<typeof startSecondFactor>>(
  'the second factor (SES-12)',
  {
    model: secondFactorModel,
    events: [
      { type: 'person.opensPage' },
      { type: 'person.begins' },
      { type: 'person.entersCode' },
      { type: 'person.keepsCodes' },
      { type: 'person.removes' },
      { type: 'person.leaves' },
      { type: 'server.hasNone' },
      { type: 'server.finds', isSet: true },
      { type: 'server.finds', isSet: false },
      { type: 'server.offers' },
      { type: 'server.confirms' },
      { type: 'server.removes' },
      { type: 'proof.breaks' },
      { type: 'server.fails', text: 'Código incorreto.' },
    ],
    possible: ({ type }, { value, context }) => {
      if (type === 'proof.breaks') return context.canProve
      const open = waitsFor[nameOf(value)]
      if (type === 'server.fails') return open !== undefined
      return asked[type] === undefined || asked[type] === open
    },
    key: ({ value, context }) => `${nameOf(value)} ${context.failure} ${context.canProve}`,
    start: startSecondFactor,
    perform: {
      'person.opensPage': ({ send }) => send({ type: 'factor.want' }),
      'person.begins': ({ send }) => send({ type: 'factor.begin' }),
      'person.entersCode': ({ send }) => send({ type: 'factor.confirm', code }),
      'person.keepsCodes': ({ send }) => send({ type: 'factor.kept' }),
      'person.removes': ({ send }) => send({ type: 'factor.remove', code }),
      'person.leaves': ({ send }) => send({ type: 'factor.left' }),
      'server.hasNone': ({ standIns }) => standIns.resolve('load', null),
      'server.finds': ({ standIns }, { isSet }) => standIns.resolve('load', factorOf(isSet)),
      'server.offers': ({ standIns }) => standIns.resolve('offer', offer),
      'server.confirms': ({ standIns }) => standIns.resolve('confirm', recoveryCodes),
      'server.removes': ({ standIns }) => standIns.resolve('remove', undefined),
      'proof.breaks': ({ standIns }) => standIns.crash('proof'),
      'server.fails': ({ standIns }, { text }) => standIns.reject(standIns.open[0] ?? '', new Error(text)),
    },
    expected: ({ value, context: { isSet, isOffered, areCodesShown, failure, canProve } }) => ({
      state: nameOf(value),
      factor: isSet === null ? null : factorOf(isSet),
      offer: isOffered ? offer : null,
      recoveryCodes: areCodesShown ? recoveryCodes : [],
      failure,
      open: [waitsFor[nameOf(value)], canProve ? 'proof' : undefined].filter((each) => each !== undefined),
    }),
    actual: ({ snapshot, standIns }) => {
      const { value, context } = snapshot()
      const { factor, offer: offered, recoveryCodes: shown, failure } = context
      return { state: nameOf(value), factor, offer: offered, recoveryCodes: shown, failure, open: standIns.open }
    },
  },
)

testCoverage(coverage)
