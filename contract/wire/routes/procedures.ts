import * as v from 'valibot'
import { fieldsError } from '../answers/errors.ts'
import {
  ownedProcedures,
  procedureLists,
  procedureListsChanged,
  procedureSchema,
  proceduresChanged,
} from '../answers/procedures.ts'
import { errorsOfCondominium, get, put, type Route } from '../route.ts'
import { id } from '../scalars.ts'

/** All own procedures. A kind that is absent has the default procedure. */
export const proceduresBody = v.object({
  own: v.pipe(
    v.array(procedureSchema),
    v.check((own) => new Set(own.map(({ kind }) => kind)).size === own.length, 'Cada tipo aparece uma vez.'),
  ),
})

/** The lists to replace; each names the version that the change is based on. */
export const procedureListsBody = v.object({
  lists: v.pipe(
    v.array(v.object({ condominiumId: v.nullable(id), version: v.number(), ...proceduresBody.entries })),
    v.check(
      (lists) => new Set(lists.map(({ condominiumId }) => condominiumId)).size === lists.length,
      'Cada condomínio aparece uma vez.',
    ),
  ),
})

const read = { ...get, access: 'signedIn', answer: ownedProcedures, responseHeaders: ['ETag'] } as const
const write = {
  ...put,
  access: 'procedures:write',
  records: ['procedures.changed'],
  idempotent: 'by key',
} as const
const replace = {
  ...write,
  body: proceduresBody,
  answer: ownedProcedures,
  requestHeaders: ['If-Match'],
  responseHeaders: ['ETag'],
  errorBodies: { 412: proceduresChanged, 422: fieldsError },
} as const
const errorsOfChange = { 412: 'the procedures have changed since `If-Match`', 422: 'a field is wrong' } as const

export const procedureRoutes = {
  procedures: { ...read, path: '/procedures', summary: 'The customer’s procedures (PROC-1).' },
  proceduresOfCondominium: {
    ...read,
    path: '/procedures/:condominiumId',
    summary: 'The procedures of a condominium (PROC-1). `defaults` are the customer’s.',
    errors: errorsOfCondominium,
  },
  changeProcedures: {
    ...replace,
    path: '/procedures',
    summary: 'Replaces the customer’s own procedures. A running procedure keeps its steps.',
    errors: { 403: 'without the right', ...errorsOfChange },
  },
  changeProceduresOfCondominium: {
    ...replace,
    path: '/procedures/:condominiumId',
    summary: 'Replaces the condominium’s own procedures. A running procedure keeps its steps.',
    errors: {
      ...errorsOfCondominium,
      403: `without the right, or ${errorsOfCondominium[403]}`,
      ...errorsOfChange,
      422: 'a field is wrong, or a procedure of kind `service-down`',
    },
  },
  procedureLists: {
    ...get,
    path: '/procedure-lists',
    access: 'procedures:write',
    summary:
      'The own procedures of the customer and of each condominium that the person sees, for a spreadsheet (PROC-1).',
    answer: procedureLists,
    savedWhole: true,
    errors: { 403: 'without the right' },
  },
  changeProcedureLists: {
    ...write,
    path: '/procedure-lists',
    summary: 'Replaces the own procedures of the named owners, all of them or none. Other owners keep theirs.',
    body: procedureListsBody,
    answer: procedureLists,
    errors: {
      403: 'without the right',
      412: 'a list has another `version`, or its condominium is gone',
      422: 'a field is wrong, or a condominium has a procedure of kind `service-down`',
    },
    errorBodies: { 412: procedureListsChanged, 422: fieldsError },
  },
} as const satisfies Record<string, Route>
