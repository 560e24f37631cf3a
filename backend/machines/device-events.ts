import * as v from 'valibot'
import { reopenedWithinMs } from '../../contract/incidents/incident-rules.ts'
import type { DeviceEventResult } from '../../contract/wire/answers/machines.ts'
import {
  type DeviceEvent,
  deviceEvent,
  mostAheadMs,
  oldestEventMs,
} from '../../contract/wire/requests/device-events.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import { reportEvent } from '../events/report-event.ts'
import { fieldsOf } from '../http/request-input.ts'
import type { Machine } from './machine-tokens.ts'

type Device = { wordCode: string; condominiumId: string; ip: string }

const noDevice = 'Não há dispositivo com este código entre os deste token.'
const ahead = `A data está mais de ${mostAheadMs / 60_000} minutos no futuro. Acerte o relógio de quem envia.`
const tooOld = `O evento tem mais de ${oldestEventMs / (24 * 60 * 60_000)} dias.`

/**
 * Stores the events of a machine in their order and returns the result of each (EVT-1). An event begins no incident if
 * the event is older than the period in which a gate incident may repeat. `now` in milliseconds since the epoch.
 */
export async function storeDeviceEvents(
  transaction: Queryable,
  announce: (message: BusMessage) => void,
  machine: Machine,
  given: readonly unknown[],
  now: number,
): Promise<DeviceEventResult[]> {
  const read = given.map((each) => v.safeParse(deviceEvent, each))
  const valid = read.flatMap(({ success, output }) => (success ? [output] : []))
  const devices = await devicesOf(
    transaction,
    machine,
    valid.map(({ wordCode }) => wordCode),
  )
  const acceptable = valid.filter((event) => refusalOf(event, devices, now) === undefined)
  await lockCondominiums(transaction, acceptable, devices)
  const fresh = await freshIds(transaction, machine, acceptable)
  const results: DeviceEventResult[] = []
  for (const [index, each] of read.entries()) {
    if (!each.success) {
      results.push({ id: idOf(given[index]), outcome: 'refused', message: textOf(fieldsOf(each.issues)) })
      continue
    }
    const { id, kind, description, at, wordCode } = each.output
    const device = devices.get(wordCode)
    const message = refusalOf(each.output, devices, now)
    if (device === undefined || message !== undefined) {
      results.push({ id, outcome: 'refused', message: message ?? noDevice })
      continue
    }
    if (!fresh.delete(id)) {
      results.push({ id, outcome: 'repeated', message: '' })
      continue
    }
    const time = Math.min(at.getTime(), now)
    const event = { ...device, kind, description, at: new Date(time).toISOString() }
    await reportEvent(transaction, announce, event, now, now - time <= reopenedWithinMs)
    results.push({ id, outcome: 'stored', message: '' })
  }
  return results
}

function refusalOf(
  { wordCode, at }: DeviceEvent,
  devices: ReadonlyMap<string, Device>,
  now: number,
): string | undefined {
  if (!devices.has(wordCode)) return noDevice
  if (at.getTime() > now + mostAheadMs) return ahead
  return at.getTime() < now - oldestEventMs ? tooOld : undefined
}

/** Reads the devices that the machine may report, by code. */
async function devicesOf(
  transaction: Queryable,
  { customersId, condominiumIds }: Machine,
  wordCodes: readonly string[],
): Promise<ReadonlyMap<string, Device>> {
  const found = await transaction.query(
    `select devices.word_code as "wordCode", condominium_id as "condominiumId", ip from devices
     join condominiums on condominiums.id = condominium_id
     where customers_id = $1 and devices.word_code = any($2) and ($3::text[] is null or condominium_id = any($3))`,
    [customersId, [...new Set(wordCodes)], condominiumIds],
    v.object({ wordCode: v.string(), condominiumId: v.string(), ip: v.string() }),
  )
  return new Map(found.map((device) => [device.wordCode, device]))
}

/** Locks the condominiums in a fixed order, because each movement updates its condominium. */
async function lockCondominiums(
  transaction: Queryable,
  events: readonly DeviceEvent[],
  devices: ReadonlyMap<string, Device>,
): Promise<void> {
  await transaction.execute('select from condominiums where id = any($1) order by id for no key update', [
    events.flatMap(({ wordCode }) => devices.get(wordCode)?.condominiumId ?? []),
  ])
}

/** Stores the sender's ids and returns those that the token did not send before. */
async function freshIds(
  transaction: Queryable,
  { tokenId }: Machine,
  events: readonly DeviceEvent[],
): Promise<Set<string>> {
  const fresh = await valuesOf(
    transaction,
    `insert into received_events (token_id, sender_id, at)
     select $1, sender_id, at::timestamptz from unnest($2::text[], $3::text[]) as given (sender_id, at)
     order by sender_id on conflict do nothing returning sender_id`,
    [tokenId, events.map(({ id }) => id), events.map(({ at }) => at.toISOString())],
    v.string(),
  )
  return new Set(fresh)
}

function idOf(given: unknown): string {
  const parsed = v.safeParse(v.object({ id: v.string() }), given)
  return parsed.success ? parsed.output.id : ''
}

function textOf(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([field, text]) => (field === '' ? text : `${field}: ${text}`))
    .join(' ')
}
