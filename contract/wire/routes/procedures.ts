import * as v from 'valibot'
import { fieldsError } from '../answers/errors.ts'
import { ownedProcedures, procedureSchema, proceduresChanged } from '../answers/procedures.ts'
import { errorsOfCondominium, get, put, type Route } from '../route.ts'

/** All own procedures. A kind that is absent has the default procedure. */
export const proceduresBody = v.object({
  own: v.pipe(
    v.array(procedureSchema),
    v.check((own) => new Set(own.map(({ kind }) => kind)).size === own.length, 'Cada tipo aparece uma vez.'),
  ),
})

const read = { ...get, access: 'signedIn', answer: ownedProcedures, responseHeaders: ['ETag'] } as const
const replace = {
  ...put,
  access: 'procedures:write',
  records: ['procedures.changed'],
  idempotent: 'by key',
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
} as const satisfies Record<string, Route>
