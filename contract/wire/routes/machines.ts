import * as v from 'valibot'
import { mostAssigned, personName } from '../../fields/person.ts'
import { reopenedWithinMs } from '../../incidents/incident-rules.ts'
import { endWarningDays, mostTokenDays, usualTokenDays } from '../../machines/token-days.ts'
import { fieldsError, proofError } from '../answers/errors.ts'
import { eventKindList } from '../answers/event-kinds.ts'
import { deviceEventResults, machineTokens, newMachineToken } from '../answers/machines.ts'
import { deviceEventsBody, mostEvents } from '../requests/device-events.ts'
import { eventKindsBody, mostKinds } from '../requests/event-kinds.ts'
import { get, post, type Route, remove } from '../route.ts'
import { id } from '../scalars.ts'

const daysText = `Escolha de 1 a ${mostTokenDays} dias.`

/** The name of the machine or of its place, its condominiums (null for all), and its days (null without an end). */
export const machineTokenBody = v.object({
  name: personName,
  condominiumIds: v.nullable(
    v.pipe(v.array(id), v.minLength(1, 'Escolha pelo menos um condomínio.'), v.maxLength(mostAssigned)),
  ),
  days: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(daysText), v.minValue(1, daysText), v.maxValue(mostTokenDays, daysText))),
    usualTokenDays,
  ),
})

export const machineRoutes = {
  deviceEvents: {
    ...post,
    path: '/device-events',
    access: 'machine',
    records: { none: 'reported by a machine, not by a person; an incident is recorded' },
    idempotent: 'naturally',
    summary: `Events of controllers, up to ${mostEvents}, with the token of a machine (EVT-1, CALL-4). The answer has the result of each event: a wrong event does not refuse the others. An event that is sent twice with the same \`id\` is stored once. An event that is older than ${reopenedWithinMs / 60_000} minutes begins no incident.`,
    body: deviceEventsBody,
    answer: deviceEventResults,
    errors: {
      422: `no list of 1 to ${mostEvents} events`,
      429: 'more than 120 requests of this token within a minute',
    },
    errorBodies: { 422: fieldsError },
  },
  machineTokens: {
    ...get,
    path: '/machine-tokens',
    access: 'users:write',
    summary: 'The tokens of the customer’s machines, newest first (CALL-4).',
    answer: machineTokens,
    errors: { 403: 'without the right' },
  },
  makeMachineToken: {
    ...post,
    path: '/machine-tokens',
    access: 'users:write',
    proof: 'recent',
    records: ['machine-token'],
    idempotent: 'by key',
    summary: `Makes a token that only sends events to \`/device-events\`, for \`days\` (null: without an end) or until a person ends the token. A person who does not see all condominiums can name only the own ones. People with \`users:write\` get a notification ${endWarningDays} days before the end.`,
    body: machineTokenBody,
    status: 201,
    answer: newMachineToken,
    errors: {
      403: 'without the right',
      409: 'the customer has 50 tokens already',
      422: 'a wrong name or number of days, or a condominium that the person does not see',
    },
    errorBodies: { 403: proofError, 422: fieldsError },
  },
  endMachineToken: {
    ...remove,
    path: '/machine-tokens/:id',
    access: 'users:write',
    records: ['machine-token'],
    idempotent: 'by key',
    summary: 'Ends the token: its next request gets 401.',
    errors: { 403: 'without the right', 404: 'no such token of the customer' },
  },
  eventKinds: {
    ...get,
    path: '/event-kinds',
    access: 'signedIn',
    summary: 'The customer’s catalogue of kinds of events, by code (EVT-1).',
    answer: eventKindList,
  },
  setEventKinds: {
    ...post,
    path: '/event-kinds',
    access: 'condominium:write',
    records: ['event-kind'],
    idempotent: 'naturally',
    summary:
      'Adds kinds to the catalogue, or replaces the kinds with the same codes. Answers with the whole catalogue.',
    body: eventKindsBody,
    answer: eventKindList,
    errors: {
      403: 'without the right',
      409: `more than ${mostKinds} kinds`,
      422: 'a wrong kind, or a code that every panel knows',
    },
    errorBodies: { 422: fieldsError },
  },
  removeEventKind: {
    ...remove,
    path: '/event-kinds/:code',
    access: 'condominium:write',
    records: ['event-kind'],
    idempotent: 'by key',
    summary: 'Removes a kind from the catalogue. Its events stay, and are shown with their code.',
    errors: { 403: 'without the right', 404: 'no such kind in the catalogue' },
  },
} as const satisfies Record<string, Route>
