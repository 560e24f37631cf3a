import { expect, it } from 'vitest'
import { choiceProblem } from '../../../backend/sessions/password-choice.ts'
import { passwordTexts } from '../../../contract/fields/password.ts'

const email = 'nilo.prado@predio.com.br'

it.each(['12345678', 'Password', 'senha123', 'Mudar2026!', 'brasil123', 'Guarita-Demo', 'aaaaaaaa', 'ﬂamengo1'])(
  '%s is a common password (OPS-4)',
  async (password) => {
    expect(await choiceProblem(password, email)).toBe(passwordTexts.common)
  },
)

it.each(['nilo.prado@predio.com.br', 'Nilo.Prado', 'nilo.prado1975', 'NILO.PRADO!'])(
  '%s is refused because it is made of the e-mail (OPS-4)',
  async (password) => {
    expect(await choiceProblem(password, email)).toBe(passwordTexts.ownEmail)
  },
)

it.each(['porta da frente 9', 'uma senha nova', 'Xk4-2mpQ', 'nilo.prado.pescador'])(
  '%s is accepted',
  async (password) => {
    expect(await choiceProblem(password, email)).toBeUndefined()
  },
)
