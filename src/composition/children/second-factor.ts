import { fromPromise } from 'xstate'
import { secondFactorMachine } from '../../machines/profile/second-factor.machine.ts'
import { createCall } from '../../services/http/contract-call.ts'
import {
  confirmSecondFactor,
  loadSecondFactor,
  offerSecondFactor,
  removeSecondFactor,
} from '../../services/session/second-factor-api.ts'
import { logTo, type Neighbours } from '../neighbours.ts'
import { proof, provenCall } from './proof.ts'

/** Provides the calls of the machine for the person's second factor (SES-12). */
export function secondFactor({ http, log }: Pick<Neighbours, 'http' | 'log'>) {
  const call = createCall(http, log)
  return secondFactorMachine.provide({
    actors: {
      load: fromPromise(({ signal }) => loadSecondFactor(call, signal)),
      offer: fromPromise(({ signal }) => offerSecondFactor(provenCall({ http, log }), signal)),
      proof: proof({ http, log }),
      confirm: fromPromise(({ input, signal }) => confirmSecondFactor(call, input.code, signal)),
      remove: fromPromise(({ input, signal }) => removeSecondFactor(call, input.code, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
