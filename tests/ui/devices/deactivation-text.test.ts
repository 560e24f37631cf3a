import { expect, it } from 'vitest'
import { deactivationText, withOwnReason } from '../../../src/ui/devices/status/deactivation-text.ts'

const at = '2026-11-27T17:10:00.000Z'
const by = { id: 'u1', name: 'Ana' }
const own = {
  id: 'r1',
  sequence: 1,
  at,
  wordCode: 'W1',
  condominiumId: 'c1',
  kind: 'command',
  cause: 'manual',
  command: 'deactivate',
  panelVersion: '1',
  reason: 'obra na calçada',
} as const

it('a deactivation is described with person, time and reason, as far as they are known (STATE-3)', () => {
  expect(deactivationText({ at, by, reason: 'obra na calçada.' })).toMatch(
    /^Desativado por Ana em 27\/11, \d\d:10: obra na calçada\.$/,
  )
  expect(deactivationText({ at, by: { ...by, name: '' }, reason: '' })).toMatch(/^Desativado por Alguém em .*\d\.$/)
  expect(deactivationText({ at: null, by: null, reason: '' })).toBe('Não sabemos quem o desativou, nem quando.')
})

it('a reason that the server has not got yet comes from the records of the same person in this browser', () => {
  const known = { at, by, reason: '' }
  expect(withOwnReason(known, [{ ...own, userId: 'u1' }]).reason).toBe('obra na calçada')
  expect(withOwnReason(known, [{ ...own, userId: 'u2' }]).reason).toBe('')
  expect(withOwnReason({ ...known, reason: 'do servidor' }, [{ ...own, userId: 'u1' }]).reason).toBe('do servidor')
})
