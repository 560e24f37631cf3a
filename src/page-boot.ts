import { fetchCodeAhead } from './services/page/code-ahead.ts'
import { askEarly } from './services/page/early-answers.ts'
import { isSessionKept } from './services/session/session-hint.ts'
import { dress, systemScheme } from './services/theme/theme-page.ts'
import { readPreferences } from './services/theme/theme-storage.ts'

// A script of its own, in <head>, because the CSP forbids inline code: the page is dressed before its first paint (THM-3).
askEarly()
if (document.currentScript) fetchCodeAhead(isSessionKept({ read }), document.currentScript.dataset)
dress(document.documentElement, readPreferences({ read }, systemScheme()))

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
