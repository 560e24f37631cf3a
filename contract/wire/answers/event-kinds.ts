import * as v from 'valibot'

/** Ranks of a catalogued kind, the most severe first (EVT-1). */
export const kindRanks = ['urgent', 'important', 'normal'] as const

export type KindRank = (typeof kindRanks)[number]

/** The entry of the customer's catalogue for an event: its name and rank, and whether the kind calls a person. */
export const catalogued = v.object({ name: v.string(), rank: v.picklist(kindRanks), calls: v.boolean() })

/** The catalogued kind behind an incident of the kind `alarm` (EVT-1). */
export const alarmSchema = v.object({ code: v.string(), ...v.pick(catalogued, ['name', 'rank']).entries })

export type Alarm = v.InferOutput<typeof alarmSchema>

/** A kind of the customer's catalogue. */
export const eventKindSchema = v.object({ code: v.string(), ...catalogued.entries })

export type EventKind = v.InferOutput<typeof eventKindSchema>

export const eventKindList = v.object({ result: v.array(eventKindSchema) })
