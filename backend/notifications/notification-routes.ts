import type { FastifyInstance } from 'fastify'
import { ofUserQuery } from '../../contract/wire/requests/condominiums.ts'
import { markReadBody } from '../../contract/wire/requests/events.ts'
import { eventRoutes as wire } from '../../contract/wire/routes/events.ts'
import { requireSelf } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { deleteNotification, markAllRead, markRead, notificationsOf } from './notifications.ts'

/** The notifications of contract "Events, ports, notifications" (NOT-1, NOT-3). */
export function notificationRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  serve(api, wire.notifications, async (request) => {
    const { account } = identityOf(request)
    await requireSelf(database, account, parseInput(ofUserQuery, request.query).userId)
    return { error: false as const, notifications: await notificationsOf(database, account) }
  })

  serve(api, wire.markRead, async (request) => {
    const { id } = parseInput(markReadBody, request.body)
    if (!(await markRead(database, identityOf(request).account.userId, id))) throw new Refusal(404)
  })

  serve(api, wire.markAllRead, async (request) => {
    await database.transaction((transaction) => markAllRead(transaction, identityOf(request).account.userId))
  })

  serve(api, wire.deleteNotification, async (request) => {
    await database.transaction(async (transaction) => {
      if (!(await deleteNotification(transaction, identityOf(request).account.userId, request.params.id)))
        throw new Refusal(404)
    })
  })
}
