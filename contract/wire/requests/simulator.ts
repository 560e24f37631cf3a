import * as v from 'valibot'
import { activityKinds } from '../answers/events.ts'
import { faults } from '../answers/simulator.ts'
import { id } from '../text.ts'

const mostDevices = 10_000

/** `slowMs` is how late a 'slow' device answers. */
export const faultBody = v.object({
  fault: v.picklist(faults, `Escolha um destes: ${faults.join(', ')}.`),
  slowMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60_000)), 3_000),
})

/** For the devices of `wordCodes`, else for the first `count`. */
export const faultsBody = v.object({
  ...faultBody.entries,
  wordCodes: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostDevices, `Envie no máximo ${mostDevices}.`))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostDevices)), mostDevices),
})

/** An event at a gate, of whatever kind where none is said. */
export const simulatedEventBody = v.object({ condominiumId: id, kind: v.optional(v.picklist(activityKinds)) })

/** Announces the condominiums of `ids`, else the first `count`, over and over; stores nothing. */
export const burstBody = v.object({
  ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(10_000))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
  perSecond: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)), 1),
  seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)), 1),
})
