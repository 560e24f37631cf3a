import { type PortTest, portTestSchema } from '../../../contract/wire/answers/port-tests.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

export interface PortTestsApi {
  /** Throws a `CallError`. */
  list(signal: AbortSignal): Promise<PortTest[]>
}

export function createPortTestsApi(http: HttpClient, log: Log): PortTestsApi {
  const data = createDataAccess(http)
  const schema = listOf(portTestSchema, { log, what: 'testes de rede' })
  return {
    async list(signal) {
      return dataOf(parseResult(await data.get('port-tests', { signal }), schema, { log, call: 'port-tests' }))
    },
  }
}
