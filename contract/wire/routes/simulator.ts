import { activitySchema } from '../answers/events.ts'
import { burstAnswer, faultsChanged, simulatedDeviceSchema } from '../answers/simulator.ts'
import { burstBody, faultBody, faultsBody, simulatedEventBody } from '../requests/simulator.ts'
import { get, post, put, type Route } from '../route.ts'

const unknownDevice = 'no such device, or another customer’s'
const notSeen = 'the person may not see its condominium'

/** Only the embedded backend has these: for tests, benchmarks and the panel's inspector (INS-2). */
const simulated = { none: 'simulated devices serve tests alone' } as const

export const simulatorRoutes = {
  simulateEvent: {
    ...post,
    path: '/simulator/event',
    access: 'qa',
    records: simulated,
    summary: 'An event at a gate, stored and announced.',
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
    summary: 'Announces condominiums over and over, and answers when it is done; nothing is stored.',
    body: burstBody,
    answer: burstAnswer,
    errors: { 403: 'without the right', 422: 'a field is wrong' },
  },
  simulatedDevice: {
    ...get,
    path: '/simulator/device/:wordCode',
    access: 'qa',
    summary: 'How the device fails and what it did, also after it was removed.',
    answer: simulatedDeviceSchema,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknownDevice },
  },
  setFault: {
    ...put,
    path: '/simulator/device/:wordCode',
    access: 'qa',
    records: simulated,
    summary: 'Makes the device fail, or work again.',
    body: faultBody,
    answer: simulatedDeviceSchema,
    errors: { 403: `without the right, or ${notSeen}`, 404: unknownDevice, 422: 'a field is wrong' },
  },
  setFaults: {
    ...put,
    path: '/simulator/devices',
    access: 'qa',
    records: simulated,
    summary: 'The same for many, of those that the person may see.',
    body: faultsBody,
    answer: faultsChanged,
    errors: { 403: 'without the right', 422: 'a field is wrong' },
  },
} as const satisfies Record<string, Route>
