import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireSelf } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import { deleteNotification, markAllRead, markRead, notificationsOf } from '../notifications.ts'
import { Refusal } from '../refusal.ts'
import { parseInput } from '../request-input.ts'

const listQuery = v.object({ userId: v.optional(v.string()) })
const markReadBody = v.object({ id: v.pipe(v.string(), v.nonEmpty('Preencha este campo.')) })

/** The notifications of contract "Events, ports, notifications" (NOT-1, NOT-3). */
export function notificationRoutes(api: FastifyInstance, { database }: { database: Database }): void {
  api.get('/notifications/list', async (request) => {
    const { account } = identityOf(request)
    await requireSelf(database, account, parseInput(listQuery, request.query).userId)
    return { error: false, notifications: await notificationsOf(database, account.userId) }
  })

  api.post('/notifications/mark-read', async (request, reply) => {
    const { id } = parseInput(markReadBody, request.body)
    if (!(await markRead(database, identityOf(request).account.userId, id))) throw new Refusal(404)
    return reply.code(204).send()
  })

  api.post('/notifications/mark-all-read', async (request, reply) => {
    await markAllRead(database, identityOf(request).account.userId)
    return reply.code(204).send()
  })

  api.delete<{ Params: { id: string } }>('/notifications/:id', async (request, reply) => {
    if (!(await deleteNotification(database, identityOf(request).account.userId, request.params.id)))
      throw new Refusal(404)
    return reply.code(204).send()
  })
}
