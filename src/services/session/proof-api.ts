import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** The server's text about each refused field. `code` occurs only for a person with a second factor (SES-12). */
export type ProofFields = { password?: string; code?: string }

export type ProofAnswer = { kind: 'proven' } | { kind: 'refused'; fields: ProofFields }

/**
 * Sends the password, and the code if the person entered a code, to prove that the person is present (ACC-4). Throws a
 * `CallError` for any other answer.
 */
export async function prove(
  call: ContractCall,
  { password, code }: { password: string; code?: string },
  signal: AbortSignal,
): Promise<ProofAnswer> {
  const body = { password, ...(code !== undefined && { code }) }
  const result = await call(sessionRoutes.prove, { body, signal })
  if (result?.named === 422) {
    const { fields, message } = result.data
    return { kind: 'refused', fields: 'code' in fields || 'password' in fields ? fields : { password: message } }
  }
  dataOf(result)
  return { kind: 'proven' }
}
