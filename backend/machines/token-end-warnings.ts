import * as v from 'valibot'
import { daysLeft, warnedUntil } from '../../contract/machines/token-days.ts'
import type { Bus } from '../bus/bus.ts'
import { timeColumn } from '../database/row-values.ts'
import { storeNotifications } from '../notifications/notifications.ts'

const endingRow = v.object({
  id: v.string(),
  name: v.string(),
  customersId: v.string(),
  expiresAt: timeColumn,
  userIds: v.array(v.string()),
})

/** Notifies the people with `users:write` once before each machine token ends (CALL-4). */
export function notifyOfEndingTokens(bus: Bus, now: number): Promise<void> {
  return bus.commit(async (transaction, announce) => {
    const ending = await transaction.query(
      `update machine_tokens set end_told_at = $1
       where end_told_at is null and expires_at > $1 and expires_at <= $2
       returning id, name, customers_id as "customersId", expires_at as "expiresAt", array(
         select users.id from users where users.customers_id = machine_tokens.customers_id
           and users.disabled_at is null and 'users:write' = any (permissions)) as "userIds"`,
      [new Date(now), new Date(warnedUntil(now))],
      endingRow,
    )
    const list = await storeNotifications(
      transaction,
      ending.flatMap(({ id, name, customersId, expiresAt, userIds }) =>
        userIds.map((userId) => ({
          ...{ id: `token-end-${id}`, customersId, condominiumId: null, userId },
          title: 'Um acesso de máquina vai terminar',
          body: `O acesso “${name}” ${endText(daysLeft(expiresAt, now) ?? 0)}. Crie outro em Pessoas, Integrações, e troque o acesso na máquina.`,
          data: {},
          at: new Date(now).toISOString(),
        })),
      ),
    )
    if (list.length > 0) announce({ kind: 'notifications', list })
  })
}

function endText(days: number): string {
  return days === 1 ? 'termina em 1 dia' : `termina em ${days} dias`
}
