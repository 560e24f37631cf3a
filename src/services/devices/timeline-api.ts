import * as v from 'valibot'
import { deviceTimeline } from '../../../contract/wire/answers/device-timeline.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** What a server saw of a device, newest first; `nextCursor` is null on the last page. */
export type TimelinePage = v.InferOutput<typeof deviceTimeline>

/** contract "Health" (PAGE-5); throws a `CallError`. */
export interface TimelineApi {
  /** @param before the `nextCursor` of an earlier page, or null */
  page(wordCode: string, before: string | null, signal: AbortSignal): Promise<TimelinePage>
}

/** `http` has the health service's base URL (CFG-1). */
export function createTimelineApi(http: HttpClient, log: Log): TimelineApi {
  const schema = v.object({
    ...deviceTimeline.entries,
    result: listOf(deviceTimeline.entries.result.item, { log, what: 'linha do tempo' }),
  })
  return {
    async page(wordCode, before, signal) {
      const path = `api/health/device/${encodeURIComponent(wordCode)}/timeline`
      const query = before === null ? {} : { before }
      return dataOf(parseResult(await http.call(path, { query, signal }), schema, { log, call: path }))
    },
  }
}
