import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** Browsers limit how often a script may change the address. */
const writtenAfterMs = 250

/**
 * Returns the search text as typed, and writes it to the address when typing pauses.
 * @param addressOf the page's address for a text; must be a stable function
 */
export function useFilterText(
  addressText: string,
  addressOf: (text: string) => string,
): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // If a link was clicked in the meantime, the location is already another page.
      if (location.pathname !== pathname) return
      navigate(addressOf(typed), { replace: true })
      setTyped(null)
    }, writtenAfterMs)
    return () => clearTimeout(timer)
  }, [typed, addressOf])
  return [typed ?? addressText, setTyped]
}
