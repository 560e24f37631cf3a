import { expect, test } from 'vitest'
import { takeLinkToken } from '../../../src/services/invitation/link-token.ts'

/** A tab with an address and a history entry that keeps a state. */
function tabAt(address: string, state: unknown = null) {
  const url = new URL(address)
  const tab = {
    location: { hash: url.hash, pathname: url.pathname, search: url.search } as Location,
    history: {
      state,
      replaceState(next: unknown, _: string, path: string) {
        tab.history.state = next
        shown.push(path)
      },
    } as unknown as History & { state: unknown },
  }
  const shown: string[] = []
  return { tab, shown }
}

test('the secret is removed from the address, and stays in the history entry for a reload (ACC-1)', () => {
  const { tab, shown } = tabAt('https://guarita.test/convite#secret')
  expect(takeLinkToken(tab)).toBe('secret')
  expect(shown).toEqual(['/convite'])
  expect(takeLinkToken(tabAt('https://guarita.test/convite', tab.history.state).tab)).toBe('secret')
})

test.each([null, 'secret', { other: 1 }])(
  'without a secret in the address or a valid state there is no secret: %j',
  (state) => {
    const { tab, shown } = tabAt('https://guarita.test/convite', state)
    expect(takeLinkToken(tab)).toBe('')
    expect(shown).toEqual([])
  },
)
