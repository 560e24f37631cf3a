import { cepAddress } from '../answers/cep.ts'
import { condominiumChanged, condominiumList, condominiumSchema } from '../answers/condominiums.ts'
import { fieldsError } from '../answers/errors.ts'
import { cepQuery, condominiumBody, condominiumsQuery, ofCustomerQuery, ofUserQuery } from '../requests/condominiums.ts'
import { errorsOfSelf, get, post, put, type Route, remove } from '../route.ts'

const unknown = 'no such condominium, or another customer’s'
const notOwn = 'not one of this person’s'

export const condominiumRoutes = {
  condominiums: {
    ...get,
    path: '/condominium',
    access: 'signedIn',
    summary:
      'The requested condominiums that the person may see, sorted by name. Other ids are left out without an error.',
    query: condominiumsQuery,
    answer: condominiumList,
    errors: { 422: 'more than 100 ids' },
  },
  condominiumsOfUser: {
    ...get,
    path: '/condominium/by-user',
    access: 'signedIn',
    summary: 'All condominiums that the person may see, sorted by name.',
    query: ofUserQuery,
    answer: condominiumList,
    errors: errorsOfSelf,
  },
  condominium: {
    ...get,
    path: '/condominium/by-id/:id',
    access: 'signedIn',
    summary: 'One condominium.',
    answer: condominiumSchema,
    responseHeaders: ['ETag'],
    errors: { 403: notOwn, 404: unknown },
  },
  cep: {
    ...get,
    path: '/condominium/cep',
    access: 'signedIn',
    summary: 'The address of a CEP (CON-4).',
    query: cepQuery,
    answer: cepAddress,
    errors: {
      404: 'this CEP does not exist',
      422: 'not eight digits',
      429: 'the 61st look-up of this person within a minute',
      503: 'the address service is unavailable',
    },
  },
  createCondominium: {
    ...post,
    path: '/condominium',
    access: 'condominium:write',
    records: ['condominium.created'],
    idempotent: 'by key',
    summary: 'Creates a condominium of the person’s own customer. `customersId` may name that customer.',
    query: ofCustomerQuery,
    body: condominiumBody,
    status: 201,
    answer: condominiumSchema,
    responseHeaders: ['ETag'],
    errors: {
      403: 'without the right',
      404: 'another customer',
      409: 'another condominium of the customer has this `wordCode`',
      422: 'a field is wrong',
    },
    errorBodies: { 422: fieldsError },
  },
  changeCondominium: {
    ...put,
    path: '/condominium/:id',
    access: 'condominium:write',
    records: ['condominium.changed'],
    idempotent: 'by key',
    summary: 'Replaces the entered fields; an absent field is cleared. Without `If-Match` the last write wins.',
    query: ofCustomerQuery,
    body: condominiumBody,
    answer: condominiumSchema,
    requestHeaders: ['If-Match'],
    responseHeaders: ['ETag'],
    errors: {
      403: `without the right, or ${notOwn}`,
      404: `${unknown}, or another customer`,
      409: 'another condominium of the customer has this `wordCode`',
      412: 'the record has changed since `If-Match`',
      422: 'a field is wrong',
    },
    errorBodies: { 412: condominiumChanged, 422: fieldsError },
  },
  deleteCondominium: {
    ...remove,
    path: '/condominium/:id',
    access: 'condominium:write',
    records: ['condominium.deleted'],
    idempotent: 'by key',
    summary: 'Deletes the condominium with its events and assignments. Notifications and audit records stay.',
    query: ofCustomerQuery,
    requestHeaders: ['If-Match'],
    errors: {
      403: `without the right, or ${notOwn}`,
      404: `${unknown}, or another customer`,
      409: 'it still has devices',
      412: 'the record has changed since `If-Match`',
      422: '`customersId` twice',
    },
    errorBodies: { 412: condominiumChanged },
  },
} as const satisfies Record<string, Route>
