import { expect, test } from 'vitest'
import { factText } from '../../../contract/evidence/fact-texts.ts'

test.each([
  [undefined, 'Saiu do painel'],
  ['signed-out', 'Saiu do painel'],
  ['from-another', 'Sessão encerrada pela própria pessoa, a partir de outra sessão'],
  ['password-changed', 'Sessão encerrada pela troca da senha'],
  ['password-set', 'Sessão encerrada: senha nova escolhida'],
  ['joined', 'Sessão encerrada: convite aceito'],
  ['disabled', 'Sessão encerrada: acesso desativado'],
  ['expired', 'Sessão vencida'],
])('the record of a session that ended as %s says so', (how, sentence) => {
  expect(factText('session.ended', { session: 's', ...(how !== undefined && { how }) })).toBe(sentence)
})

test('the record of a revoked wall link has the reason', () => {
  expect(factText('wall', { act: 'revoked', link: 'l' })).toBe('Link do modo plantão revogado')
  expect(factText('wall', { act: 'revoked', link: 'l', how: 'disabled' })).toBe(
    'Link do modo plantão revogado: Acesso desativado',
  )
})

test('the record of changed contacts names the removed and the added contacts, or the changed order (PROC-1)', () => {
  const removed = ['Síndico: Ana, (11) 93333-4444']
  expect(factText('contacts', { removed, added: ['Síndico: Bia, (11) 92222-3333'] })).toBe(
    'Contatos do condomínio alterados (saiu “Síndico: Ana, (11) 93333-4444”; entrou “Síndico: Bia, (11) 92222-3333”)',
  )
  expect(factText('contacts', { all: true, removed: [], added: [] })).toBe(
    'Contatos de todos os condomínios alterados (só a ordem)',
  )
})
