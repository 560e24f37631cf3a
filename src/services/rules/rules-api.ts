import type { RulesAnswer } from '../../../contract/wire/answers/rules.ts'
import { evidenceRoutes } from '../../../contract/wire/routes/evidence.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** The rules in force on a day (`YYYY-MM-DD`, '' for today) of this computer's time zone (EVI-10). Throws a `CallError`. */
export async function readRules(call: ContractCall, on: string, signal: AbortSignal): Promise<RulesAnswer> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return dataOf(await call(evidenceRoutes.rules, { query: { zone, ...(on !== '' && { on }) }, signal }))
}
