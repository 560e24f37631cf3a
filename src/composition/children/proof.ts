import { fromCallback, fromPromise } from 'xstate'
import { type ProofResult, proofMachine } from '../../machines/parts/proof.machine.ts'
import { type ContractCall, createCall } from '../../services/http/contract-call.ts'
import { prove } from '../../services/session/proof-api.ts'
import { createProofGate, withProof } from '../../services/session/proof-gate.ts'
import { logTo, type Neighbours } from '../neighbours.ts'

type Called = Pick<Neighbours, 'http' | 'log'>

/** The page has one gate, because the calls of all flows wait for the same dialog. */
const gate = createProofGate()

/** Returns a call function that asks for the person's password if the server requires a proof (ACC-4). */
export function provenCall({ http, log }: Called): ContractCall {
  return createCall(withProof(http, gate), log)
}

/** Provides the calls of the machine that asks for the password. */
export function proof({ http, log }: Called) {
  const call = createCall(http, log)
  return proofMachine.provide({
    actors: {
      questions: fromCallback<ProofResult, undefined>(({ sendBack, receive }) => {
        receive(({ isProven }) => gate.answer(isProven))
        return gate.listen(() => sendBack({ type: 'proof.asked' }))
      }),
      prove: fromPromise(({ input, signal }) => prove(call, input, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}
