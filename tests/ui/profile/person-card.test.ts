import { expect, it } from 'vitest'
import { keptText } from '../../../src/ui/profile/person-card.tsx'

it('the profile shows why the session is kept: by the choice of the person, by a reload, or one of both (STATE-7)', () => {
  expect(keptText(true)).toMatch(/^Mantida por “Manter conectado”\./)
  expect(keptText(false)).toMatch(/^Mantida porque a página foi recarregada, sem “Manter conectado”\./)
  expect(keptText(undefined)).toMatch(/^Mantida por “Manter conectado”, ou porque a página foi recarregada\./)
})
