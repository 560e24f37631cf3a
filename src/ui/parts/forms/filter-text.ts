import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** Browsers limit how often an address may change. */
const writtenAfterMs = 250

/**
 * The searched text: as typed, and in the address as soon as typing pauses.
 * @param addressOf the page's address with a text; a function that stays the same from render to render
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
      // Whoever has pressed a link meanwhile is on the way to another page, though this one may still be on screen.
      if (location.pathname !== pathname) return
      navigate(addressOf(typed), { replace: true })
      setTyped(null)
    }, writtenAfterMs)
    return () => clearTimeout(timer)
  }, [typed, addressOf])
  return [typed ?? addressText, setTyped]
}
