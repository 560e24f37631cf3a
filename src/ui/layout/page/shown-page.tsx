import { createContext, type ReactNode, use, useDeferredValue } from 'react'
import { Router, useRouter } from 'wouter'
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'

const Shown = createContext('')

const useShownLocation = (): [path: string, navigate: typeof navigate] => [pathOf(use(Shown)), navigate]
const useShownSearch = () => searchOf(use(Shown))

/**
 * Gives its children the address of the page on screen. The address of another page follows in a deferred render, after
 * the browser has painted the click, so that drawing a page blocks no input. Changes within one page apply immediately.
 */
export function ShownPage({ children }: { children: ReactNode }) {
  const { aroundNav } = useRouter()
  const address = `${usePathname()}?${useSearch()}`
  const later = useDeferredValue(address)
  return (
    <Shown value={pathOf(address) === pathOf(later) ? address : later}>
      <Router hook={useShownLocation} searchHook={useShownSearch} aroundNav={aroundNav}>
        {children}
      </Router>
    </Shown>
  )
}

function pathOf(address: string): string {
  return address.slice(0, address.indexOf('?'))
}

function searchOf(address: string): string {
  return address.slice(address.indexOf('?') + 1)
}
