import {
  type SecondFactor,
  type SecondFactorOffer,
  secondFactorRoutes,
} from '../../../contract/wire/routes/second-factor.ts'
import { CallError, dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { type AuthParts, lifetimeOf, type NewSession } from './auth-api.ts'

/** Finishes a sign-in with the code of a second factor (SES-12). Throws a `CallError` with a text for a person. */
export async function enterCode(
  { call, now }: AuthParts,
  { challenge, code }: { challenge: string; code: string },
  signal: AbortSignal,
): Promise<NewSession> {
  const answer = dataOf(await call(secondFactorRoutes.signInCode, { body: { challenge, code }, signal }))
  return { ...answer, lifetimeMs: lifetimeOf(answer, now()) }
}

/** Loads the person's second factor; null if the server does not support second factors. Throws a `CallError`. */
export async function loadSecondFactor(call: ContractCall, signal: AbortSignal): Promise<SecondFactor | null> {
  const result = await call(secondFactorRoutes.secondFactor, { signal })
  return result?.ok === false && result.status === 404 ? null : dataOf(result)
}

/** Requests a new secret. Throws a `CallError`. */
export async function offerSecondFactor(call: ContractCall, signal: AbortSignal): Promise<SecondFactorOffer> {
  return dataOf(await call(secondFactorRoutes.offerSecondFactor, { signal }))
}

/**
 * Activates the offered secret. Resolves to the recovery codes. Throws a `CallError`, for a wrong code with the text
 * for the field.
 */
export async function confirmSecondFactor(call: ContractCall, code: string, signal: AbortSignal): Promise<string[]> {
  const result = await call(secondFactorRoutes.confirmSecondFactor, { body: { code }, signal })
  if (result?.named === 422) throw new CallError(result.data.fields.code ?? '', 422)
  return dataOf(result).recoveryCodes
}

/** Throws a `CallError`, for a wrong code with the text for the field. */
export async function removeSecondFactor(call: ContractCall, code: string, signal: AbortSignal): Promise<void> {
  const result = await call(secondFactorRoutes.removeSecondFactor, { body: { code }, signal })
  if (result?.named === 422) throw new CallError(result.data.fields.code ?? '', 422)
  dataOf(result)
}
