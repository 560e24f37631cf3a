import { deviceError, deviceNotAsked, devicePage, deviceSchema } from '../answers/devices/devices.ts'
import { activationBody, deviceBody, devicesQuery, newDeviceBody } from '../requests/devices.ts'
import { errorsOfCondominium, get, post, put, type Route, remove } from '../route.ts'

const unknown = 'no such device, or another customer’s'
const notSeen = 'the person may not see its condominium'
const notSelf = 'another `userId` than the caller’s'
const askedItself = {
  503: 'no place is free for the call, or the server is too busy: it did not ask the device (`notAsked`), or could not hear it (`notHeard`)',
  502: 'the device refuses the connection or the operation, drops it, or answers nonsense',
  504: 'the device does not answer in time, or cannot be reached',
} as const
const askedErrors = { 502: deviceError, 503: deviceNotAsked, 504: deviceError }

/** No user has the id `pool`, `database`, `restart` or `activate`. */
export const deviceRoutes = {
  devices: {
    ...get,
    base: 'device',
    path: '/device',
    access: 'signedIn',
    summary:
      'The devices that the person may see, by `wordCode`. Who accepts `application/x-ndjson` gets all pages from `cursor` on, each a line of its own of this shape, as they are made (a server may answer with one page all the same); what ends before a `nextCursor` of null was cut, and is asked for anew from the last one.',
    query: devicesQuery,
    answer: devicePage,
    errors: { ...errorsOfCondominium, 422: 'a limit that is none from 1 to 1,000' },
  },
  device: {
    ...get,
    base: 'device',
    path: '/device/:wordCode',
    access: 'signedIn',
    summary: 'The record of a device.',
    answer: deviceSchema,
    errors: { 403: notSeen, 404: unknown },
  },
  askDevice: {
    ...get,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'signedIn',
    summary: 'Asks the device itself, then answers with its record.',
    answer: deviceSchema,
    errors: { 403: `${notSelf}, or ${notSeen}`, 404: unknown, ...askedItself },
    errorBodies: askedErrors,
  },
  createDevice: {
    ...post,
    base: 'device',
    path: '/device/:condominiumId/:userId/:wordCode',
    access: 'device:write',
    records: ['device.created'],
    summary: 'Registers a device.',
    body: newDeviceBody,
    requestHeaders: ['Idempotency-Key'],
    status: 201,
    answer: deviceSchema,
    errors: {
      403: `without the right, ${notSelf}, or not one of this person’s condominiums`,
      404: 'no such condominium, or another customer’s',
      409: 'a device of whichever customer has this `wordCode`',
      429: 'the 21st `wordCode` of other customers’ devices within an hour (OPS-4)',
      422: 'a field is wrong, or the key came with another body before',
    },
  },
  restartDevice: {
    ...post,
    base: 'device',
    path: '/device/restart/:wordCode',
    access: 'device:write',
    records: ['command.received', 'command.answered'],
    summary: 'Tells the device to restart (no body).',
    requestHeaders: ['Idempotency-Key'],
    status: 202,
    errors: {
      403: `without the right, or ${notSeen}`,
      404: unknown,
      422: 'the key came with another body before',
      ...askedItself,
    },
    errorBodies: askedErrors,
  },
  activateDevice: {
    ...post,
    base: 'device',
    path: '/device/activate/:userId/:wordCode',
    access: 'device:write',
    records: ['command.received', 'command.answered'],
    summary: 'Tells the device to work or not to, then notes it.',
    body: activationBody,
    requestHeaders: ['Idempotency-Key'],
    answer: deviceSchema,
    errors: {
      403: `without the right, ${notSelf}, or ${notSeen}`,
      404: unknown,
      422: 'a field is wrong, or the key came with another body before',
      ...askedItself,
    },
    errorBodies: askedErrors,
  },
  changeDevice: {
    ...put,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'device:write',
    records: ['device.changed'],
    summary: 'Replaces what a person enters, but for `active`. At a new address the device counts as never contacted.',
    body: deviceBody,
    answer: deviceSchema,
    errors: {
      403: `without the right, ${notSelf}, or ${notSeen}`,
      404: unknown,
      422: 'a field is wrong; a condominium that the person cannot choose is one, too',
    },
  },
  deleteDevice: {
    ...remove,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'device:write',
    records: ['command.received', 'command.answered', 'device.deleted'],
    summary: 'Tells the device, then removes it (DEV-5).',
    errors: { 403: `without the right, ${notSelf}, or ${notSeen}`, 404: unknown, ...askedItself },
    errorBodies: askedErrors,
  },
  deleteDeviceFromPool: {
    ...remove,
    base: 'device',
    path: '/device/pool/:wordCode',
    access: 'device:write',
    records: ['device.deleted'],
    summary: 'Drops it from the connection pool and the records without telling it.',
    errors: { 403: `without the right, or ${notSeen}`, 404: unknown, 409: 'a connection to it is busy' },
  },
  deleteDeviceFromDatabase: {
    ...remove,
    base: 'device',
    path: '/device/database/:wordCode',
    access: 'device:write',
    records: ['device.deleted'],
    summary: 'Removes the record alone.',
    errors: { 403: `without the right, or ${notSeen}`, 404: unknown },
  },
} as const satisfies Record<string, Route>
