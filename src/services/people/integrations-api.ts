import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { MachineToken, NewMachineToken } from '../../../contract/wire/answers/machines.ts'
import { machineRoutes } from '../../../contract/wire/routes/machines.ts'
import { CallError, dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { doneOrGone } from '../http/record-result.ts'

export interface Integrations {
  tokens: readonly MachineToken[]
  kinds: readonly EventKind[]
}

/** A change that the user has asked for. `condominiumId` is null for all condominiums, `days` for a token without an end. */
export type IntegrationChange =
  | { type: 'token.make'; name: string; condominiumId: string | null; days: number | null }
  | { type: 'token.end'; id: string }
  | { type: 'kinds.set'; kinds: readonly EventKind[] }
  | { type: 'kind.remove'; code: string }

/** The server's answer to a change: the new token with its secret, or the whole catalogue. */
export interface ChangeAnswer {
  made?: NewMachineToken
  kinds?: readonly EventKind[]
}

/** Loads the tokens of machines and the catalogue of kinds; null if the server has none of them. Throws a `CallError`. */
export async function loadIntegrations(call: ContractCall, signal: AbortSignal): Promise<Integrations | null> {
  const options = { signal }
  const [tokens, kinds] = await Promise.all([
    call(machineRoutes.machineTokens, options),
    call(machineRoutes.eventKinds, options),
  ])
  const isAbsent = [tokens, kinds].some((result) => result?.ok === false && result.status === 404)
  return isAbsent ? null : { tokens: dataOf(tokens).result, kinds: dataOf(kinds).result }
}

/** Carries out a change. A record that no longer exists counts as removed. Throws a `CallError` with the text of a wrong field. */
export async function changeIntegrations(
  call: ContractCall,
  change: IntegrationChange,
  signal: AbortSignal,
): Promise<ChangeAnswer> {
  switch (change.type) {
    case 'token.make': {
      const condominiumIds = change.condominiumId === null ? null : [change.condominiumId]
      const body = { name: change.name, condominiumIds, days: change.days }
      const result = await call(machineRoutes.makeMachineToken, { body, signal })
      if (result?.named === 422) throw fieldError(result.data)
      return { made: dataOf(result) }
    }
    case 'kinds.set': {
      const result = await call(machineRoutes.setEventKinds, { body: { kinds: [...change.kinds] }, signal })
      if (result?.named === 422) throw fieldError(result.data)
      return { kinds: dataOf(result).result }
    }
    case 'token.end':
      doneOrGone(await call(machineRoutes.endMachineToken, { params: { id: change.id }, signal }))
      return {}
    case 'kind.remove':
      doneOrGone(await call(machineRoutes.removeEventKind, { params: { code: change.code }, signal }))
      return {}
  }
}

/** Returns the text of the first wrong field instead of the sentence about the whole form. */
function fieldError({ message, fields }: { message: string; fields: Readonly<Record<string, string>> }): CallError {
  return new CallError(Object.values(fields)[0] ?? message, 422)
}
