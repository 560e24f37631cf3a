import { type AlarmLoad, alarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'
import { shiftCuts } from './shift-cuts.ts'

const call = 'alarm-load'
const dayMs = 86_400_000

/**
 * How often people were called in the last `days` before `now`, in milliseconds since the epoch (INC-9). Shifts that nobody handed over begin
 * at 06:00 and 18:00 on this computer's clock. Throws a `CallError`.
 */
export async function readAlarmLoad(
  { http, log, now }: { http: HttpClient; log: Log; now: () => number },
  days: number,
  signal: AbortSignal,
): Promise<AlarmLoad> {
  const to = now()
  const from = to - days * dayMs
  const iso = (at: number) => new Date(at).toISOString()
  const query = { from: iso(from), to: iso(to), cuts: shiftCuts(from, to).map(iso).join(',') }
  const result = await createDataAccess(http).get(call, { query, signal })
  return dataOf(parseResult(result, alarmLoad, { log, call }))
}
