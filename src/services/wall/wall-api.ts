import type { WallView } from '../../../contract/wire/answers/wall.ts'
import { wallView } from '../../../contract/wire/answers/wall.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** How things are, by the token of a link (INC-8). Throws a `CallError`, of status 401 where the link is none any more. */
export async function readWall(http: HttpClient, log: Log, signal: AbortSignal): Promise<WallView> {
  const call = 'wall'
  return dataOf(parseResult(await http.call(call, { signal }), wallView, { log, call }))
}
