import { faceAtOnce, paintColours, systemScheme, wearClasses } from './services/theme-page.ts'
import { readPreferences } from './services/theme-storage.ts'

/** Dresses the page before its first paint (THM-3): a script of its own, in `<head>`, because the CSP forbids inline code. */
const root = document.documentElement
const { primary, background, direction, ...choices } = readPreferences({ read }, systemScheme())

wearClasses(root, { group: 'mode', choice: choices.mode })
wearClasses(root, { group: 'sidebarImage', choice: choices.sidebarImage })
wearClasses(root, { group: 'menuStyle', choice: choices.menuStyle })
wearClasses(root, { group: 'headerStyle', choice: choices.headerStyle })
wearClasses(root, { group: 'layout', choice: choices.layout })
wearClasses(root, { group: 'menuWidth', choice: choices.menuWidth })
wearClasses(root, { group: 'width', choice: choices.width })
wearClasses(root, { group: 'position', choice: choices.position })
wearClasses(root, { group: 'bodySkin', choice: choices.bodySkin })
wearClasses(root, { group: 'direction', choice: direction })
paintColours(root, choices.mode, { primary, background })
faceAtOnce(root, direction)

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
