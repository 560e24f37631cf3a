import { describe, expect, test } from 'vitest'
import { nextPath, signInPath } from '../../../src/ui/session/next-path.ts'

describe('after the sign-in (SES-11)', () => {
  test('shows the requested page with its query', () => {
    expect(nextPath(signInPath('/condominiums', 'atividade=ativos').replace('/login', ''))).toBe(
      '/condominiums?atividade=ativos',
    )
  })

  test('shows the dashboard if no page was requested', () => {
    expect(nextPath('')).toBe('/dashboard')
    expect(signInPath('/dashboard', '')).toBe('/login')
  })

  test.each([
    'https://example.com',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('does not follow an address that could leave the site: %j', (next) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard')
  })

  test('does not lead from the sign-in page to itself', () => {
    expect(nextPath('?next=/login')).toBe('/dashboard')
  })
})
