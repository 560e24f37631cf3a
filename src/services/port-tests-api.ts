import * as v from 'valibot'
import { dataOf, listOf, parseResult } from './call-result.ts'
import { createDataAccess } from './data-access.ts'
import type { HttpClient } from './http-client.ts'
import type { Log } from './log.ts'

const portTestSchema = v.object({
  ip: v.pipe(v.string(), v.nonEmpty()),
  success: v.boolean(),
  port: v.optional(v.nullable(v.number()), null),
  latencyMs: v.optional(v.nullable(v.number()), null),
  checkedAt: v.optional(v.nullable(v.string()), null),
})

/** Whether a device's port could be reached from the server (spec §3). */
export type PortTest = v.InferOutput<typeof portTestSchema>

export interface PortTestsApi {
  /** Throws a `CallError`. */
  list(signal: AbortSignal): Promise<PortTest[]>
}

export function createPortTestsApi(http: HttpClient, log: Log): PortTestsApi {
  const data = createDataAccess(http)
  const schema = listOf(portTestSchema, { log, what: 'testes de porta' })
  return {
    async list(signal) {
      return dataOf(parseResult(await data.get('port-tests', { signal }), schema, { log, call: 'port-tests' }))
    },
  }
}
