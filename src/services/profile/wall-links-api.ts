import * as v from 'valibot'
import { type NewWallLink, newWallLink, type WallLink, wallLinkSchema } from '../../../contract/wire/answers/wall.ts'
import { CallError, dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

const call = 'wall-links'

/** A person's links of contract "Wall" (INC-8). Each throws a `CallError` with a text for a person. */
export interface WallLinksApi {
  /** Newest first; null from a server that has none of this. */
  list(signal: AbortSignal): Promise<WallLink[] | null>
  make(name: string, signal: AbortSignal): Promise<NewWallLink>
  /** One that is gone already counts as revoked. */
  revoke(id: string, signal: AbortSignal): Promise<void>
}

const refusal = v.object({ fields: v.object({ name: v.string() }) })

export function createWallLinksApi(http: HttpClient, log: Log): WallLinksApi {
  const data = createDataAccess(http)
  const listSchema = v.object({ result: listOf(wallLinkSchema, { log, what: 'links do modo plantão' }) })
  return {
    async list(signal) {
      try {
        return dataOf(parseResult(await data.get(call, { signal }), listSchema, { log, call })).result
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async make(name, signal) {
      const result = await data.post(call, { name }, { signal })
      if (result?.ok === false && result.status === 422 && v.is(refusal, result.data))
        throw new CallError(result.data.fields.name, 422)
      return dataOf(parseResult(result, newWallLink, { log, call }))
    },
    async revoke(id, signal) {
      try {
        dataOf(await data.delete(under(call, id), { signal }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404
}
