import { contactLists, contactsChanged } from '../answers/contacts.ts'
import { fieldsError } from '../answers/errors.ts'
import { contactsBody } from '../requests/contacts.ts'
import { errorsOfCondominium, get, put, type Route } from '../route.ts'

const write = {
  ...put,
  access: 'procedures:write',
  records: ['contacts'],
  idempotent: 'by key',
  body: contactsBody,
  answer: contactLists,
  requestHeaders: ['If-Match'],
  responseHeaders: ['ETag'],
  errorBodies: { 412: contactsChanged, 422: fieldsError },
} as const
const writeErrors = {
  412: 'the list has changed since `If-Match`',
  422: 'a field is wrong, or too many contacts',
} as const

/** The people and services to call about a condominium (PROC-1). */
export const contactRoutes = {
  contactsOfCondominium: {
    ...get,
    path: '/condominium/:id/contacts',
    access: 'signedIn',
    summary: 'The contacts of the condominium, and those of the customer. The `ETag` is of the condominium’s own list.',
    answer: contactLists,
    responseHeaders: ['ETag'],
    errors: errorsOfCondominium,
  },
  changeContactsOfCondominium: {
    ...write,
    path: '/condominium/:id/contacts',
    summary: 'Replaces the condominium’s own contacts. Without `If-Match` the last write wins.',
    errors: {
      ...errorsOfCondominium,
      403: `without the right, or ${errorsOfCondominium[403]}`,
      ...writeErrors,
    },
  },
  contactsOfCustomer: {
    ...get,
    path: '/contacts',
    access: 'signedIn',
    summary: 'The customer’s contacts, which every condominium shows unless it has its own contact of the role.',
    answer: contactLists,
    responseHeaders: ['ETag'],
  },
  changeContactsOfCustomer: {
    ...write,
    path: '/contacts',
    summary: 'Replaces the customer’s contacts. Without `If-Match` the last write wins.',
    errors: { 403: 'without the right', ...writeErrors },
  },
} as const satisfies Record<string, Route>
