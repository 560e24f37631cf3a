import { setImmediate as othersTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { devicesQuery } from '../../contract/wire/requests/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireCondominium, requireDevice } from '../access/access.ts'
import { bearerToken, identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Account } from '../access/users.ts'
import { listRevision, viewerKey } from '../access/visibility.ts'
import type { Database } from '../database/database.ts'
import type { List, ListCache } from '../http/list-cache.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { sendLines } from '../http/sent-lines.ts'
import { identityOfToken } from '../sessions/sessions.ts'
import type { DeviceContacts } from './device-contacts.ts'
import { tagged } from './device-write-routes.ts'
import { deviceOf, devicePageText, noteCanOpen } from './devices.ts'

export type DeviceRouteParts = {
  database: Database
  contacts: DeviceContacts
  lists: ListCache
  /** State of contacts that change no device record (see `ContactNotes`). */
  contactState: () => string
  now: () => number
}

/** Read routes of contract "Devices": from the records, and from the device itself. */
export function deviceRoutes(api: FastifyInstance, parts: DeviceRouteParts): void {
  const { database, contacts, lists, contactState, now } = parts

  serve(api, wire.devices, async (request, reply) => {
    const { account } = identityOf(request)
    const { wordCode, condominiumId, status, limit, cursor } = parseInput(devicesQuery, request.query)
    if (wordCode !== undefined) {
      const device = await deviceOf(database, account, wordCode)
      return { result: device ? [device] : [] }
    }
    if (condominiumId !== undefined) await requireCondominium(database, account, condominiumId)
    const pageOf = async (viewer: Account, after: string, most: number): Promise<List> => ({
      key: `devices ${viewerKey(viewer)} ${JSON.stringify([condominiumId, status, after, most])}`,
      state: `${await listRevision(database, viewer.customersId)} ${contactState()}`,
      make: () => devicePageText(database, viewer, { condominiumId, status, after, limit: most }),
    })
    // The route has two representations.
    reply.header('vary', 'Accept')
    const page = await pageOf(account, cursor, limit)
    if (request.headers.accept?.includes(linesType) !== true) return lists.answer(request, reply, page)
    if (lists.isKnown(request, reply, { ...page, key: `${page.key} to the end` })) return reply.code(304).send()
    const token = bearerToken(request.headers.authorization) ?? ''
    return sendLines(
      request,
      reply,
      linesOf(cursor, limit, async (after, most) => {
        const viewer = (await identityOfToken(database, token, now()))?.account
        if (viewer === undefined) throw new Refusal(401)
        return lists.text(await pageOf(viewer, after, most))
      }),
    )
  })

  serve(api, wire.device, async (request) =>
    tagged(await requireDevice(database, identityOf(request).account, request.params.wordCode)),
  )

  serve(api, wire.askDevice, async (request) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    const { canOpen } = await contacts.ask(device, { op: 'status' })
    if (canOpen !== undefined) await noteCanOpen(database, wordCode, canOpen)
    return tagged(await requireDevice(database, account, wordCode))
  })
}

/** With this type in `Accept`, the answer has all pages of a list, one per line. */
export const linesType = 'application/x-ndjson'

/** Devices of the first line: enough for a screen before the rest arrives. */
const firstCount = 100

const cursorField = v.object({ nextCursor: v.nullable(v.string()) })

/**
 * Yields the pages from `cursor` on to the last; each page is made when the previous one has been taken.
 * @param pageText makes a page of at most so many devices after a cursor, as the contract's JSON
 */
export async function* linesOf(
  cursor: string,
  limit: number,
  pageText: (after: string, most: number) => Promise<string>,
): AsyncGenerator<string> {
  let next: string | null = cursor
  for (let most = Math.min(firstCount, limit); next !== null; most = limit) {
    const text: string = await pageText(next, most)
    yield `${text}\n`
    next = cursorAt(text)
    // The embedded database answers without yielding the thread to other requests.
    await othersTurn()
  }
}

/** Reads the field `cursor`; quotes within names are escaped, so the pattern matches only the field. */
function cursorAt(text: string): string | null {
  return v.parse(cursorField, JSON.parse(`{${text.slice(text.lastIndexOf('"nextCursor":'))}`)).nextCursor
}
