import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { deviceFilterOf, devicesAddress } from '../../device-addresses.ts'

/** Browsers limit how often an address may change. */
const writtenAfterMs = 250

/** The searched text: as typed, and in the address as soon as typing pauses. */
export function useFilterText(addressText: string): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      navigate(devicesAddress({ ...deviceFilterOf(location.search), text: typed }), { replace: true })
      setTyped(null)
    }, writtenAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed ?? addressText, setTyped]
}
