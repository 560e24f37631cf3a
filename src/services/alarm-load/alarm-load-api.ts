import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { shiftCuts } from './shift-cuts.ts'

const dayMs = 86_400_000

/**
 * The number of alarms in the last `days` before `to` (milliseconds since the epoch, INC-9). Shifts without a handover
 * begin at 06:00 and 18:00 on this computer's clock. Throws a `CallError`.
 */
export async function readAlarmLoad(
  call: ContractCall,
  { days, to }: { days: number; to: number },
  signal: AbortSignal,
): Promise<AlarmLoad> {
  const from = to - days * dayMs
  const iso = (at: number) => new Date(at).toISOString()
  const query = { from: iso(from), to: iso(to), cuts: shiftCuts(from, to).map(iso).join(',') }
  return dataOf(await call(incidentRoutes.alarmLoad, { query, signal }))
}
