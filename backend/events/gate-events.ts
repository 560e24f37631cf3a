import * as v from 'valibot'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Activity, ActivityKind } from '../../contract/wire/answers/events.ts'
import type { BusParts } from '../bus/bus.ts'
import { Refusal } from '../http/refusal.ts'
import type { DiskReserve } from '../readiness/disk-reserve.ts'
import { describeActivity, pickKind } from '../simulator/activities.ts'
import { reportEvent } from './report-event.ts'

export type GateEvents = {
  /** Creates an event at a gate now: stores, then announces it. Rejects with a 404 `Refusal` for a gate without devices, and as `DiskReserve` does. */
  make(event: { condominiumId: string; kind?: ActivityKind }): Promise<Activity>
  /** Creates an event of one device. */
  makeFor(device: EventDevice, kind: ActivityKind): Promise<Activity>
}

type EventDevice = Pick<Device, 'wordCode' | 'name' | 'ip' | 'condominiumId'>

export function gateEvents({ database, bus, diskReserve, now }: BusParts & { diskReserve: DiskReserve }): GateEvents {
  async function makeFor({ condominiumId, wordCode, ip, name }: EventDevice, kind: ActivityKind): Promise<Activity> {
    await diskReserve.require()
    const description = describeActivity(kind, name)
    const time = now()
    const at = new Date(time).toISOString()
    return bus.commit((transaction, announce) =>
      reportEvent(transaction, announce, { condominiumId, wordCode, ip, kind, description, at }, time),
    )
  }

  return {
    makeFor,
    async make({ condominiumId, kind = pickKind() }) {
      const [device] = await database.query(
        `select word_code as "wordCode", name, ip from devices
         where condominium_id = $1 and active order by random() limit 1`,
        [condominiumId],
        v.object({ wordCode: v.string(), name: v.string(), ip: v.string() }),
      )
      if (device === undefined) throw new Refusal(404)
      return makeFor({ ...device, condominiumId }, kind)
    },
  }
}
