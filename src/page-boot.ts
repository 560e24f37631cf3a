import { fetchCodeAhead } from './services/page/code-ahead.ts'
import { askEarly } from './services/page/early-answers.ts'
import { showSignInFirst } from './services/page/first-view.ts'
import { isSessionKept } from './services/session/session-hint.ts'
import { dress, systemScheme } from './services/theme/theme-page.ts'
import { readPreferences } from './services/theme/theme-storage.ts'
import { storedVersionKey } from './services/version/stored-version.ts'
import { signInPaths, startPaths } from './ui/session/sign-in-paths.ts'

// Work that must precede the first paint (THM-3). A separate script in <head>, because the CSP forbids inline code.
const root = document.documentElement
const stored = { read }
dress(root, readPreferences(stored, systemScheme()))
askEarly()
if (document.currentScript) fetchCodeAhead(isSessionKept(stored), document.currentScript.dataset)
if (isSignInCertain()) {
  // The router would redirect to the same address.
  if (startPaths.test(location.pathname)) history.replaceState(null, '', '/login')
  showSignInFirst(root)
}

/** Whether the first page is the sign-in page: no session, and no data of another version, which reloads (VER-1). */
function isSignInCertain(): boolean {
  const { built } = root.dataset
  const { pathname } = location
  return (
    built !== undefined &&
    (startPaths.test(pathname) || signInPaths.test(pathname)) &&
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
