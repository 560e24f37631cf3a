import type { PanelConfig } from '../services/config/panel-config.ts'
import type { Authorization } from '../services/http/authorization.ts'
import type { HttpClient } from '../services/http/http-client.ts'
import type { Log } from '../services/log/log.ts'
import type { LocalData } from '../services/storage/local-data.ts'

export interface Neighbours {
  config: PanelConfig
  log: Log
  localData: LocalData
  authorization: Authorization
  http: HttpClient
  /** For the device-control service (CFG-1). */
  deviceHttp: HttpClient
  /** For the health service (CFG-1). */
  healthHttp: HttpClient
  /** Emits each call of the three clients, for `watchAnswers` (LIVE-1), `watchRequests` (SHELL-2), `watchServerTime` and `countCalls`. */
  calls: EventTarget
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The effect behind every machine's `logFailure`. */
export function logTo(log: Log) {
  return (_: unknown, { message, error }: { message: string; error: unknown }) => log.warn(message, error)
}
