import * as v from 'valibot'
import { burstAnswer, faults, faultsChanged, simulatedDeviceSchema } from '../answers/devices/simulator.ts'
import { activityKinds, activitySchema } from '../answers/events.ts'
import { get, post, put, type Route } from '../route.ts'
import { id } from '../scalars.ts'

const mostDevices = 10_000

/** `slowMs`: delay in milliseconds before a 'slow' device answers, or a 'late' device acts. */
export const faultBody = v.object({
  fault: v.picklist(faults, `Escolha um destes: ${faults.join(', ')}.`),
  slowMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60_000)), 3_000),
})

/** For the devices of `wordCodes`, or else for the first `count` devices. */
export const faultsBody = v.object({
  ...faultBody.entries,
  wordCodes: v.optional(v.pipe(v.array(v.string()), v.maxLength(mostDevices, `Envie no máximo ${mostDevices}.`))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostDevices)), mostDevices),
})

/** An event at a gate; of any kind if `kind` is absent. */
export const simulatedEventBody = v.object({ condominiumId: id, kind: v.optional(v.picklist(activityKinds)) })

/** Announces the condominiums of `ids`, or else the first `count`, repeatedly. Stores nothing. */
export const burstBody = v.object({
  ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(10_000))),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1),
  perSecond: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)), 1),
  seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)), 1),
})

const unknownDevice = 'no such device, or another customer’s'
const notSeen = 'the person may not see its condominium'

/** Only the embedded backend has these routes: for tests, benchmarks and the panel's inspector (INS-2). */
const simulated = { none: 'simulated devices are only for tests' } as const

export const simulatorRoutes = {
  simulateEvent: {
    ...post,
    path: '/simulator/event',
    access: 'qa',
    records: simulated,
    idempotent: 'by key',
    summary: 'Stores and announces an event at a gate.',
    body: simulatedEventBody,
    answer: activitySchema,
    errors: {
      403: 'without the right, or not one of this person’s condominiums',
      404: 'no such condominium, another customer’s, or one without devices',
      422: 'a field is wrong',
    },
  },
  simulateBurst: {
    ...post,
    path: '/simulator/burst',
    access: 'qa',
    records: simulated,
    idempotent: 'by key',
    summary: 'Announces condominiums repeatedly, and answers at the end. Stores nothing.',
    body: burstBody,
    answer: burstAnswer,
    errors: { 403: 'without the right', 422: 'a field is wrong' },
  },
  simulatedDevice: {
    ...get,
    path: '/simulator/device/:wordCode',
    access: 'qa',
    summary: 'The device’s fault and its executed commands, even after its removal.',
    answer: simulatedDeviceSchema,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknownDevice },
  },
  setFault: {
    ...put,
    path: '/simulator/device/:wordCode',
    access: 'qa',
    records: simulated,
    idempotent: 'naturally',
    summary: 'Sets the device’s fault, or clears it.',
    body: faultBody,
    answer: simulatedDeviceSchema,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknownDevice, 422: 'a field is wrong' },
  },
  setFaults: {
    ...put,
    path: '/simulator/devices',
    access: 'qa',
    records: simulated,
    idempotent: 'naturally',
    summary: 'Sets the fault of several devices that the person may see.',
    body: faultsBody,
    answer: faultsChanged,
    errors: { 403: 'without the right', 422: 'a field is wrong' },
  },
} as const satisfies Record<string, Route>
