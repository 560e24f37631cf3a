import * as v from 'valibot'
import { type IncidentData, type Notification, notificationSchema } from '../../contract/wire/answers/notifications.ts'
import { type Viewer, visibleNow } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { columnsOf, timeColumn } from '../database/row-values.ts'

const keptPerUser = 200

const notificationRow = v.object({ ...notificationSchema.entries, createdAt: timeColumn })

const columns = `id, title, body, data, user_id as "userId", is_read as "isRead", created_at as "createdAt"`

/**
 * Lists the newest 200 notifications of a person, newest first, without condominiums that the person may no longer see.
 */
export async function notificationsOf(database: Queryable, viewer: Viewer): Promise<Notification[]> {
  const isVisible = await visibleNow(database, viewer)
  const stored = await database.query(
    `select ${columns} from notifications where user_id = $1 order by seq desc limit ${keptPerUser}`,
    [viewer.userId],
    notificationRow,
  )
  return stored.filter(({ data: { condominiumId } }) =>
    isVisible(typeof condominiumId === 'string' ? condominiumId : null),
  )
}

/** False if the user has no notification with this id. */
export async function markRead(database: Queryable, userId: string, id: string): Promise<boolean> {
  const sql = 'update notifications set is_read = true where user_id = $1 and id = $2'
  return (await database.execute(sql, [userId, id])) > 0
}

export async function markAllRead(database: Queryable, userId: string): Promise<void> {
  await database.execute('update notifications set is_read = true where user_id = $1 and not is_read', [userId])
}

/** False if the user has no notification with this id. */
export async function deleteNotification(database: Queryable, userId: string, id: string): Promise<boolean> {
  return (await database.execute('delete from notifications where user_id = $1 and id = $2', [userId, id])) > 0
}

/**
 * A notification for everyone who may see the condominium or, without a condominium, for everyone of the customer. If
 * `userId` is not null, only this person gets the notification.
 */
export type Told = {
  /** The same for each recipient. */
  id: string
  customersId: string
  condominiumId: string | null
  userId: string | null
  title: string
  body: string
  data: IncidentData | Record<string, never>
  /** ISO. */
  at: string
}

/** Stores each notification for each recipient; resolves to the stored notifications. */
export async function storeNotifications(database: Queryable, given: readonly Told[]): Promise<Notification[]> {
  if (given.length === 0) return []
  const notifications = await database.query(
    `insert into notifications (id, user_id, title, body, data, created_at)
     select given.id || '-' || users.id, users.id, title, body, data::jsonb, at::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
         as given (id, customers_id, condominium_id, only_id, title, body, data, at)
       join users on users.customers_id = given.customers_id
     where (given.only_id is null or users.id = given.only_id)
       and (given.condominium_id is null or users.sees_all or exists (
         select 1 from user_condominiums
         where user_condominiums.user_id = users.id and user_condominiums.condominium_id = given.condominium_id))
     on conflict (id) do nothing
     returning ${columns}`,
    [
      ...columnsOf(given, ['id', 'customersId', 'condominiumId', 'userId', 'title', 'body']),
      given.map(({ data }) => JSON.stringify(data)),
      given.map(({ at }) => at),
    ],
    notificationRow,
  )
  for (const userId of new Set(notifications.map((each) => each.userId)))
    await database.execute(
      `delete from notifications where user_id = $1 and id in (
         select id from notifications where user_id = $1 order by seq desc offset ${keptPerUser})`,
      [userId],
    )
  return notifications
}
