import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Activity } from '../../contract/wire/answers/events.ts'
import type { AlertData, Notification } from '../../contract/wire/answers/notifications.ts'
import type { Queryable } from '../database/database.ts'

const keptPerUser = 200

const notificationRow = v.pipe(
  v.object({
    id: v.string(),
    title: v.string(),
    body: v.string(),
    data: v.record(v.string(), v.unknown()),
    userId: v.string(),
    isRead: v.boolean(),
    createdAt: v.date(),
  }),
  v.transform((row): Notification => ({ ...row, createdAt: row.createdAt.toISOString() })),
)

const columns = `id, title, body, data, user_id as "userId", is_read as "isRead", created_at as "createdAt"`

/** The newest 200 of a user, newest first. */
export function notificationsOf(database: Queryable, userId: string): Promise<Notification[]> {
  return database.query(
    `select ${columns} from notifications where user_id = $1 order by created_at desc, id limit ${keptPerUser}`,
    [userId],
    notificationRow,
  )
}

/** False when the user has no notification of that id. */
export async function markRead(database: Queryable, userId: string, id: string): Promise<boolean> {
  const sql = 'update notifications set is_read = true where user_id = $1 and id = $2'
  return (await database.execute(sql, [userId, id])) > 0
}

export async function markAllRead(database: Queryable, userId: string): Promise<void> {
  await database.execute('update notifications set is_read = true where user_id = $1 and not is_read', [userId])
}

/** False when the user has no notification of that id. */
export async function deleteNotification(database: Queryable, userId: string, id: string): Promise<boolean> {
  return (await database.execute('delete from notifications where user_id = $1 and id = $2', [userId, id])) > 0
}

/** Tells everyone who may see the condominium about an event that wants attention; resolves to what was stored. */
export async function storeAlerts(database: Queryable, activity: Activity, title: string): Promise<Notification[]> {
  const notifications = await database.query(
    `insert into notifications (id, user_id, title, body, data, created_at)
     select $1::text || '-' || users.id, users.id, $2::text, condominiums.name || ': ' || $3::text, $4::jsonb, $5
     from condominiums join users on users.customers_id = condominiums.customers_id
     where condominiums.id = $6 and (users.sees_all or exists (
       select 1 from user_condominiums
       where user_condominiums.user_id = users.id and user_condominiums.condominium_id = condominiums.id))
     returning ${columns}`,
    [randomUUID(), title, activity.description, dataOf(activity), activity.at, activity.condominiumId],
    notificationRow,
  )
  for (const { userId } of notifications)
    await database.execute(
      `delete from notifications where user_id = $1 and id in (
         select id from notifications where user_id = $1 order by created_at desc, id offset ${keptPerUser})`,
      [userId],
    )
  return notifications
}

function dataOf({ id, condominiumId, wordCode, deviceName, kind }: Activity): AlertData {
  return { activityId: id, condominiumId, wordCode, deviceName, kind }
}
