import { describe, expect, test } from 'vitest'
import { nextPath, signInPath } from '../../../src/ui/session/next-path.ts'

describe('after the sign-in (SES-11)', () => {
  test('the page first asked for is shown, with its query', () => {
    expect(nextPath(signInPath('/condominiums', 'atividade=ativos').replace('/login', ''))).toBe(
      '/condominiums?atividade=ativos',
    )
  })

  test('the dashboard is shown where no page was asked for', () => {
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
  ])('an address that could leave the site is not followed: %j', (next) => {
    expect(nextPath(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard')
  })

  test('the sign-in page does not lead to itself', () => {
    expect(nextPath('?next=/login')).toBe('/dashboard')
  })
})
