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
