import { fetchCodeAhead } from './services/page/code-ahead.ts'
import { askEarly } from './services/page/early-answers.ts'
import { showSignInFirst } from './services/page/first-view.ts'
import { isSessionKept } from './services/session/session-hint.ts'
import { dress, systemScheme } from './services/theme/theme-page.ts'
import { readPreferences } from './services/theme/theme-storage.ts'
import { storedVersionKey } from './services/version/stored-version.ts'
import { signInPaths } from './ui/session/sign-in-paths.ts'

// A script of its own, in <head>, because the CSP forbids inline code: what must be before the first paint (THM-3).
const root = document.documentElement
const stored = { read }
dress(root, readPreferences(stored, systemScheme()))
askEarly()
if (document.currentScript) fetchCodeAhead(isSessionKept(stored), document.currentScript.dataset)
if (isSignInCertain()) {
  // Where the router would lead to.
  if (location.pathname === '/') history.replaceState(null, '', '/login')
  showSignInFirst(root)
}

/** Whether all that is known here leads to the sign-in page: nobody signed in, and nothing that another version left, which is loaded anew (VER-1). */
function isSignInCertain(): boolean {
  const { built } = root.dataset
  const { pathname } = location
  return (
    built !== undefined &&
    (pathname === '/' || signInPaths.test(pathname)) &&
    !isSessionKept(stored) &&
    (read(storedVersionKey) ?? built) === built
  )
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
