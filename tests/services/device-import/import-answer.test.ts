import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importAnswer } from '../../../src/services/device-import/import-answer.ts'

const unexpected = { type: 'upload.failed', message: 'Erro inesperado ao importar excel' }

describe('the answer to an import (HTTP-5)', () => {
  test('contains the number of stored devices', () => {
    expect(importAnswer(200, { ok: true, imported: 12 })).toEqual({ type: 'upload.imported', count: 12 })
  })

  test('contains the errors by cell; an error of an unknown column is shown at the first cell of the row', () => {
    const rows = [
      { row: 3, column: 'Porta', message: 'Informe uma porta.' },
      { row: 4, column: 'Telefone', message: 'Não entendi.' },
    ]
    expect(importAnswer(422, { ok: false, error: true, message: 'Nada foi importado.', rows })).toEqual({
      type: 'upload.rejected',
      message: 'Nada foi importado.',
      problems: [
        { row: 3, field: 'port', message: 'Informe uma porta.' },
        { row: 4, field: 'wordCode', message: 'Não entendi.' },
      ],
    })
  })

  test.each([400, 403, 404, 413, 422, 500, 503])("with %i and no rows is shown with the server's text", (status) => {
    const body = { error: true, message: 'Você não tem permissão para isso.' }
    expect(importAnswer(status, body)).toEqual({ type: 'upload.failed', message: body.message })
  })

  test.each([
    [200, { ok: true }],
    [200, { ok: false }],
    [200, '<html>'],
    [204, undefined],
    [422, { message: '' }],
    [500, '<html>'],
    [502, undefined],
  ])('with %i and %o is unexpected', (status, body) => {
    expect(importAnswer(status, body)).toEqual(unexpected)
  })

  test('always gives a text for the person', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 400, 422, 500), fc.anything(), (status, body) => {
        expect(importAnswer(status, body).type).toMatch(/^upload\./)
      }),
      { seed: 6 },
    )
  })
})
