import { describe, expect, it } from 'vitest'
import { editConflict } from '../../../src/machines/devices/device-form-versions.ts'

const record = {
  wordCode: 'AV-01',
  condominiumId: 'c1',
  ...{ name: 'Leitor', model: 'X', ip: '10.0.0.1', port: 80 },
  active: true,
  status: 'online',
  lastContactAt: null,
  latencyMs: null,
  etag: '"1"',
} as const
const theirs = { ...record, name: 'Leitor da Ana', port: 81, condominiumId: 'c2', etag: '"2"' }
const mine = { name: 'Leitor do Rui', model: 'X', ip: '10.0.0.1', port: 80 }
const conflict = editConflict(
  { kind: 'edit', target: { wordCode: 'AV-01', condominiumId: 'c1' }, fields: mine, record },
  theirs,
)

describe('an edit of a device that another person has changed', () => {
  it('differs in the fields of both people, and shows which ones the user did not change', () => {
    expect(conflict.differences.map(({ field, mine }) => [field, mine?.name ?? null])).toEqual([
      ['name', 'Leitor do Rui'],
      ['port', null],
      ['condominiumId', null],
    ])
  })

  it('is kept on top of the current record: other fields and the condominium stay as the other person left them', () => {
    expect(conflict.kept).toEqual({
      kind: 'edit',
      target: { wordCode: 'AV-01', condominiumId: 'c2' },
      fields: { name: 'Leitor do Rui', model: 'X', ip: '10.0.0.1', port: 81 },
      record: theirs,
    })
  })
})
