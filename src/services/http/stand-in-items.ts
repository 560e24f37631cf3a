import * as v from 'valibot'
import { type Device, deviceSchema } from '../../../contract/wire/answers/devices/devices.ts'
import { foundEventSchema } from '../../../contract/wire/answers/event-search.ts'
import { activitySchema } from '../../../contract/wire/answers/events.ts'
import { type Incident, incidentSchema } from '../../../contract/wire/answers/incidents.ts'

type Output<Schema extends v.GenericSchema> = v.InferOutput<Schema>

/** Stand-ins by the schema of the item: without a row, a person would miss a device, an incident or an event (HTTP-7). */
const standIns = new Map<v.GenericSchema, (candidate: object) => unknown>([
  [deviceSchema, deviceFor],
  [incidentSchema, incidentFor],
  [activitySchema, (candidate) => eventFor(activitySchema, candidate)],
  [foundEventSchema, (candidate) => eventFor(foundEventSchema, candidate)],
])

/**
 * Returns an item of unknown state with the fields of an unreadable item that fit; undefined if the item has no readable
 * id, or if its kind has no stand-in.
 */
export function standInFor<Item extends v.GenericSchema>(item: Item, candidate: unknown): Output<Item> | undefined
export function standInFor(item: v.GenericSchema, candidate: unknown): unknown {
  return typeof candidate === 'object' && candidate !== null ? standIns.get(item)?.(candidate) : undefined
}

/** A device with an unknown status, which counts as active. The server refuses a change with this version. */
function deviceFor(candidate: object): Device | undefined {
  const { wordCode, ...others } = readableFields(deviceSchema.entries, candidate)
  if (wordCode === undefined) return undefined
  const unknown = { name: '', model: '', ip: '', port: 0, condominiumId: '', active: true }
  return { wordCode, ...unknown, lastContactAt: null, latencyMs: null, ...others, status: 'unknown', etag: '"unread"' }
}

/** An open incident that calls, of a kind that the panel does not understand; it begins now if its times are unreadable. */
function incidentFor(candidate: object): Incident | undefined {
  const { id, ...others } = readableFields(incidentSchema.entries, candidate)
  if (id === undefined) return undefined
  const now = new Date().toISOString()
  return {
    id,
    cause: 'unknown',
    life: 'new',
    end: null,
    isOscillating: false,
    isTold: true,
    condominiumId: null,
    condominiumName: 'condomínio desconhecido',
    wordCode: '',
    deviceName: '',
    ip: '',
    failing: 0,
    devices: 0,
    condominiums: 0,
    falls: 0,
    owner: null,
    passed: null,
    silence: null,
    openedAt: now,
    since: now,
    resolvedAt: null,
    word: '',
    reopenings: 0,
    version: 0,
    ...others,
    kind: 'alarm',
    alarm: null,
    report: null,
    scope: others.wordCode ? 'device' : 'condominium',
  }
}

/** An event with a readable id and time; a stand-in with another time would be false evidence. */
function eventFor<Schema extends typeof activitySchema | typeof foundEventSchema>(
  { entries }: Schema,
  candidate: object,
): object | undefined {
  const { id, at, ...others } = readableFields(entries, candidate)
  return id === undefined || at === undefined
    ? undefined
    : { wordCode: '', deviceName: '', ip: '', description: '', condominiumId: '', kind: 'ilegível', ...others, id, at }
}

/** The fields of the candidate that fit their schemas. */
function readableFields<Entries extends v.ObjectEntries>(
  entries: Entries,
  candidate: object,
): { [Name in keyof Entries]?: v.InferOutput<Entries[Name]> }
function readableFields(entries: v.ObjectEntries, candidate: object): object {
  const given = Object.entries(candidate).flatMap(([name, value]) => {
    const entry = entries[name]
    const parsed = entry === undefined ? undefined : v.safeParse(entry, value)
    return parsed?.success ? [[name, parsed.output] as const] : []
  })
  return Object.fromEntries(given)
}
