import { longestOpeningMs, openingAnswer } from '../../devices/opening.ts'
import {
  deviceChanged,
  deviceError,
  deviceGone,
  deviceNotAsked,
  devicePage,
  deviceSchema,
} from '../answers/devices/devices.ts'
import { fieldsError } from '../answers/errors.ts'
import { activationBody, deviceBody, devicesQuery, newDeviceBody, openingBody } from '../requests/devices.ts'
import { errorsOfCondominium, get, post, put, type Route, remove } from '../route.ts'

const unknown = 'no such device, or another customer’s'
const unknownOrGone = `${unknown}; \`gone\` states whether a device that the person could see was deleted`
const notSeen = 'the person may not see its condominium'
const notSelf = 'another `userId` than the caller’s'
const askedItself = {
  503: 'no slot is free for the call, earlier commands of the device run for too long, or the server is too busy: the server did not call the device (`notAsked`), or could not receive its answer (`notHeard`)',
  502: 'the device refuses the connection or the operation, drops the connection, or sends an invalid answer',
  504: 'the device does not answer in time, or cannot be reached',
} as const
const stale = 'the record has changed since `If-Match`'
const deletionErrors = { 404: deviceGone, 412: deviceChanged }
const askedErrors = { 502: deviceError, 503: deviceNotAsked, 504: deviceError }

/** No user may have the id `pool`, `database`, `restart`, `activate` or `open`, because these are path segments. */
export const deviceRoutes = {
  devices: {
    ...get,
    base: 'device',
    path: '/device',
    access: 'signedIn',
    summary:
      'The devices that the person may see, sorted by `wordCode`. If the caller accepts `application/x-ndjson`, the server streams all pages from `cursor` on, each as one line of this shape (a server may still answer with one page). If the stream ends before a `nextCursor` of null, it was cut: ask again from the last `nextCursor`.',
    query: devicesQuery,
    answer: devicePage,
    errors: { ...errorsOfCondominium, 422: 'a limit outside 1 to 1,000' },
  },
  device: {
    ...get,
    base: 'device',
    path: '/device/:wordCode',
    access: 'signedIn',
    summary: 'The record of a device.',
    answer: deviceSchema,
    responseHeaders: ['ETag'],
    errors: { 403: notSeen, 404: unknown },
  },
  askDevice: {
    ...get,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'signedIn',
    summary: 'Calls the device, then answers with its record.',
    answer: deviceSchema,
    responseHeaders: ['ETag'],
    errors: { 403: `${notSelf}, or ${notSeen}`, 404: unknown, ...askedItself },
    errorBodies: askedErrors,
  },
  createDevice: {
    ...post,
    base: 'device',
    path: '/device/:condominiumId/:userId/:wordCode',
    access: 'device:write',
    records: ['device.created'],
    idempotent: 'by key',
    summary: 'Registers a device.',
    body: newDeviceBody,
    status: 201,
    answer: deviceSchema,
    responseHeaders: ['ETag'],
    errors: {
      403: `without the right, ${notSelf}, or not one of this person’s condominiums`,
      404: 'no such condominium, or another customer’s',
      409: 'a device of this or another customer has this `wordCode`',
      429: 'the 21st `wordCode` of other customers’ devices within an hour (OPS-4)',
      422: 'a field is wrong',
    },
  },
  restartDevice: {
    ...post,
    base: 'device',
    path: '/device/restart/:wordCode',
    access: 'device:write',
    records: ['command.received', 'command.answered'],
    idempotent: 'by key',
    summary: 'Sends the device a restart command (no body).',
    status: 202,
    errors: {
      403: `without the right, or ${notSeen}`,
      404: unknown,
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
    idempotent: 'by key',
    summary:
      'Switches the device on or off, then stores the new state. Commands to one device run one after another, in the order in which the server received them: the newest one decides the state.',
    body: activationBody,
    answer: deviceSchema,
    errors: {
      403: `without the right, ${notSelf}, or ${notSeen}`,
      404: unknown,
      409: 'another command was sent since the first attempt with this `Idempotency-Key`',
      422: 'a field is wrong',
      ...askedItself,
    },
    errorBodies: askedErrors,
  },
  openDevice: {
    ...post,
    base: 'device',
    path: '/device/open/:userId/:wordCode',
    access: 'devices:open',
    records: ['command.received', 'command.answered'],
    idempotent: 'by key',
    summary: `Opens the gate or the door of the device, once and never after the \`deadline\`, which counts at most ${longestOpeningMs / 1_000} s from the arrival of the call (OPEN-1). The answer states the outcome, also if the device refuses or does not answer. The server sends the command once: a repeated call gets the outcome of the first one, \`unknown\` if nobody knows it.`,
    body: openingBody,
    answer: openingAnswer,
    errors: {
      403: `without the right, ${notSelf}, or ${notSeen}`,
      404: unknown,
      409: 'the device is deactivated, or does not offer openings',
      422: 'a field is wrong, or the customer requires a `reason`',
      429: 'too many openings by the person or of the device',
    },
    errorBodies: { 422: fieldsError },
  },
  changeDevice: {
    ...put,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'device:write',
    records: ['device.changed'],
    idempotent: 'by key',
    summary:
      'Replaces the entered fields, except `active`. After a change of address the device counts as never contacted. Without `If-Match` the last write wins.',
    body: deviceBody,
    answer: deviceSchema,
    requestHeaders: ['If-Match'],
    responseHeaders: ['ETag'],
    errors: {
      403: `without the right, ${notSelf}, or ${notSeen}`,
      404: unknown,
      412: stale,
      422: 'a field is wrong, or the person may not choose this condominium',
    },
    errorBodies: { 412: deviceChanged, 422: fieldsError },
  },
  deleteDevice: {
    ...remove,
    base: 'device',
    path: '/device/:userId/:wordCode',
    access: 'device:write',
    records: ['command.received', 'command.answered', 'device.deleted'],
    idempotent: 'by key',
    summary: 'Sends the device a delete command, then removes its record (DEV-5).',
    requestHeaders: ['If-Match'],
    errors: { 403: `without the right, ${notSelf}, or ${notSeen}`, 404: unknownOrGone, 412: stale, ...askedItself },
    errorBodies: { ...deletionErrors, ...askedErrors },
  },
  deleteDeviceFromPool: {
    ...remove,
    base: 'device',
    path: '/device/pool/:wordCode',
    access: 'device:write',
    records: ['device.deleted'],
    idempotent: 'by key',
    summary: 'Removes the device from the connection pool and the database without a call to the device.',
    requestHeaders: ['If-Match'],
    errors: {
      403: `without the right, or ${notSeen}`,
      404: unknownOrGone,
      409: 'a connection to the device is busy',
      412: stale,
    },
    errorBodies: deletionErrors,
  },
  deleteDeviceFromDatabase: {
    ...remove,
    base: 'device',
    path: '/device/database/:wordCode',
    access: 'device:write',
    records: ['device.deleted'],
    idempotent: 'by key',
    summary: 'Removes only the record.',
    requestHeaders: ['If-Match'],
    errors: { 403: `without the right, or ${notSeen}`, 404: unknownOrGone, 412: stale },
    errorBodies: deletionErrors,
  },
} as const satisfies Record<string, Route>
