import { expect, test } from 'vitest'
import { rights } from '../../../contract/rights.ts'
import {
  actSentence,
  linkText,
  rightsText,
  secondFactorText,
  seenText,
  visibleCondominiumsText,
} from '../../../src/ui/people/person-texts.ts'

test('permissions and visible condominiums of a person are written in plain words (ACC-2)', () => {
  expect(rightsText([])).toBe('Só consultar, sem alterar nada')
  expect(rightsText(['audit:read', 'import'])).toBe('Consultar a auditoria, Importar planilhas')
  expect(rightsText(rights)).toBe('Todas as permissões')
  expect(visibleCondominiumsText(true, 0)).toBe('Todos os condomínios')
  expect([0, 1, 1_000].map((count) => visibleCondominiumsText(false, count))).toEqual([
    'Nenhum condomínio',
    '1 condomínio',
    '1.000 condomínios',
  ])
})

test('a person has a text for the last visit and for the state of the invitation link', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  expect(seenText({ status: 'active', lastSeenAt: '2026-11-22T11:57:00Z' }, now)).toBe('Última vez no painel: 08:57:00')
  expect(seenText({ status: 'active', lastSeenAt: null }, now)).toBe('Sem sessão recente')
  expect(seenText({ status: 'invited', lastSeenAt: null }, now)).toBe('Ainda não entrou')
  expect(linkText({ status: 'invited', linkUntil: null })).toBe('O convite não vale mais: crie outro link')
  expect(linkText({ status: 'active', linkUntil: null })).toBe('')
})

test('the second factor of a person has a text if the server sends the fact and the person has joined (SES-12)', () => {
  expect(secondFactorText({ status: 'active', hasSecondFactor: true })).toBe('Com verificação em duas etapas')
  expect(secondFactorText({ status: 'disabled', hasSecondFactor: false })).toBe('Sem verificação em duas etapas')
  expect(secondFactorText({ status: 'invited', hasSecondFactor: false })).toBe('')
  expect(secondFactorText({ status: 'active' })).toBe('')
})

test('each account change is written as a sentence', () => {
  const at = '2026-11-22T12:00:00Z'
  const by = { id: 'a', name: 'Ana' }
  const sentence = (act: Parameters<typeof actSentence>[0]['act'], who: typeof by | null = by) =>
    actSentence({ id: '1', at, act, by: who, changes: [] }, 'p')
  expect(sentence('invited')).toBe('Ana fez o convite.')
  expect(sentence('disabled', null)).toBe('Quem cuida do servidor desativou o acesso.')
  expect(sentence('joined', { id: 'p', name: 'Marina' })).toBe(
    'A própria pessoa escolheu a senha pelo link do convite.',
  )
  const changes = [
    { field: 'permissions' as const, before: '', after: 'Importar planilhas' },
    { field: 'condominiumsGiven' as const, before: '', after: 'Aurora, Mirante' },
  ]
  expect(actSentence({ id: '1', at, act: 'changed', by, changes }, 'p')).toBe(
    'Ana alterou as permissões de “nenhuma” para “Importar planilhas”; os condomínios, dando Aurora, Mirante.',
  )
})
