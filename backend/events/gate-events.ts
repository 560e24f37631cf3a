import * as v from 'valibot'
import type { Device } from '../../contract/wire/answers/devices.ts'
import type { Activity, ActivityKind } from '../../contract/wire/answers/events.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { storeAlerts } from '../notifications/notifications.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { describeActivity, pickKind } from '../simulator/activities.ts'
import { storeEvent } from './events.ts'

export type GateEvents = {
  /** Makes one event at a gate now: stored, then announced. Rejects with a 404 `Refusal` for a gate without devices. */
  make(event: { condominiumId: string; kind?: ActivityKind }): Promise<Activity>
  /** The same for one device. */
  tell(device: EventDevice, kind: ActivityKind): Promise<Activity>
}

type EventDevice = Pick<Device, 'wordCode' | 'name' | 'ip' | 'condominiumId'>

const alertTitles: Partial<Record<ActivityKind, string>> = {
  'door-forced': 'Porta forçada',
  'gate-held-open': 'Portão aberto além do tempo',
  'device-down': 'Dispositivo sem contato',
}

export function gateEvents(parts: { database: Database; realtime: Realtime; now: () => number }): GateEvents {
  const { database, realtime, now } = parts

  async function tell({ condominiumId, wordCode, ip, name }: EventDevice, kind: ActivityKind): Promise<Activity> {
    const description = describeActivity(kind, name)
    const at = new Date(now()).toISOString()
    const activity = await storeEvent(database, { condominiumId, wordCode, ip, kind, description, at })
    await realtime.announce([condominiumId])
    await realtime.announceActivity(activity)
    const alertTitle = alertTitles[kind]
    if (alertTitle !== undefined)
      for (const notification of await storeAlerts(database, activity, alertTitle))
        realtime.announceNotification(notification)
    return activity
  }

  return {
    tell,
    async make({ condominiumId, kind = pickKind() }) {
      const [device] = await database.query(
        `select word_code as "wordCode", name, ip from devices
         where condominium_id = $1 and active order by random() limit 1`,
        [condominiumId],
        v.object({ wordCode: v.string(), name: v.string(), ip: v.string() }),
      )
      if (device === undefined) throw new Refusal(404)
      return tell({ ...device, condominiumId }, kind)
    },
  }
}
