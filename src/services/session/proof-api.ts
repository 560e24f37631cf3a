import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** `refused`: the server's text about the password. */
export type ProofAnswer = { kind: 'proven' } | { kind: 'refused'; text: string }

/** Proves with the password that the person is present (ACC-4). Throws a `CallError` for every other answer. */
export async function prove(call: ContractCall, password: string, signal: AbortSignal): Promise<ProofAnswer> {
  const result = await call(sessionRoutes.prove, { body: { password }, signal })
  if (result?.named === 422) return { kind: 'refused', text: result.data.fields.password ?? result.data.message }
  dataOf(result)
  return { kind: 'proven' }
}
