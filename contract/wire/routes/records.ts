import { auditAccepted, auditPage } from '../answers/audit.ts'
import { importError, imported, takenCodesAnswer } from '../answers/imports.ts'
import { auditDelivery, auditQuery } from '../requests/audit.ts'
import { takenCodesBody } from '../requests/imports.ts'
import { get, post, type Route } from '../route.ts'

const notSelf = 'another `userId` than the caller’s'
const notOwn = 'not one of this person’s condominiums'
const unknown = 'no such condominium, or another customer’s'

export const recordRoutes = {
  importDevices: {
    ...post,
    path: '/import/:type/:condominiumId/:userId',
    access: 'import',
    records: ['device.imported'],
    idempotent: 'by key',
    summary:
      'Imports all rows or none (HTTP-5). `type` is `device`; the form has one file, `file`: .xlsx, at most 5 MiB and 5,000 rows.',
    body: 'spreadsheet',
    answer: imported,
    errors: {
      400: 'not a form with a `file`',
      403: `without the right, ${notSelf}, or ${notOwn}`,
      404: `another \`type\`, ${unknown}`,
      413: 'a file of more than 5 MiB',
      422: 'the file cannot be read, or rows are wrong: nothing was stored',
    },
    errorBodies: { 422: importError },
  },
  takenCodes: {
    ...post,
    path: '/import/device/taken-codes',
    access: 'import',
    records: { none: 'it changes nothing' },
    idempotent: 'naturally',
    summary:
      'Which codes of a spreadsheet a device has already, so that the preview marks their rows (DESK-7). Codes of other customers are limited: the import itself checks all.',
    body: takenCodesBody,
    answer: takenCodesAnswer,
    errors: { 403: 'without the right', 422: 'more than 5,000 codes' },
  },
  deliverAudit: {
    ...post,
    path: '/device-audit/:condominiumId/:userId',
    access: 'signedIn',
    records: 'declared',
    idempotent: 'naturally',
    summary: 'Stores all of the records or none (AUD-2); a record that is sent twice is stored once.',
    body: auditDelivery,
    answer: auditAccepted,
    errors: {
      403: `${notSelf}, or ${notOwn}`,
      404: unknown,
      422: 'more than 500 records, or a record is wrong (`records.0.at`)',
      429: 'the quota of the day is used up (`Retry-After`)',
    },
  },
  audit: {
    ...get,
    path: '/device-audit',
    access: 'audit:read',
    summary:
      'The records about condominiums that the person may see, the last received first; `from` and `to` filter by the time of the browser. New records do not change later pages of a cursor.',
    query: auditQuery,
    answer: auditPage,
    errors: { 403: 'without the right', 422: 'a filter is wrong' },
  },
} as const satisfies Record<string, Route>
