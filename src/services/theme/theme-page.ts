import { paletteOf } from '../../../contract/theme/theme-palette.ts'
import {
  type ThemeChoice,
  type ThemeColours,
  type ThemeMode,
  type ThemePreferences,
  themeTable,
  type Wear,
} from '../../../contract/theme/theme-table.ts'

type Direction = ThemePreferences['direction']

/** Applies the theme to a page before the first paint (THM-3). */
export function dress(root: HTMLElement, preferences: ThemePreferences): void {
  const choices: Readonly<Record<string, string | null>> = { ...preferences }
  for (const [group, wears] of Object.entries(themeTable)) putOn(root, wears, choices[group] ?? '')
  paintColours(root, preferences.mode, preferences)
  faceAtOnce(root, preferences.direction)
}

/** Adds a choice's classes to `<html>` and removes the classes of the group's other choices (spec §4). */
export function wearClasses(root: HTMLElement, { group, choice }: ThemeChoice): void {
  putOn(root, themeTable[group], choice)
}

function putOn(root: HTMLElement, wears: Readonly<Record<string, Wear>>, choice: string): void {
  const chosen = new Set(wears[choice]?.classes)
  for (const { classes } of Object.values(wears))
    for (const name of classes) root.classList.toggle(name, chosen.has(name))
}

/** Sets Bootstrap's theme, the colour variables, and the colour of the browser's own frame. */
export function paintColours(root: HTMLElement, mode: ThemeMode, colours: ThemeColours): void {
  const { scheme, variables } = paletteOf(mode, colours)
  root.dataset.bsTheme = scheme
  for (const name of [...root.style]) if (!(name in variables)) root.style.removeProperty(name)
  for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
  const frame = variables['--page'] ?? (scheme === 'dark' ? '#141b2d' : '#f2f5fa')
  for (const meta of root.ownerDocument.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = frame
}

/** Before the first paint: replaces the stylesheet directly (THM-4). */
function faceAtOnce(root: HTMLElement, direction: Direction): void {
  root.dir = direction
  const old = bootstrapSheet(root)
  const href = old?.dataset[direction]
  if (!old || href === undefined || old.getAttribute('href') === href) return
  const link = linkLike(old, href, root.ownerDocument)
  link.setAttribute('blocking', 'render')
  old.replaceWith(link)
  link.id = old.id
}

/**
 * Changes the writing direction: loads Bootstrap's other file first and switches it together with the direction, so
 * that no frame mixes both (THM-4). If the file fails to load, changes the direction anyway and rejects.
 */
export async function turn(root: HTMLElement, direction: Direction, signal: AbortSignal): Promise<void> {
  const old = bootstrapSheet(root)
  const href = old?.dataset[direction]
  if (!old || href === undefined || old.getAttribute('href') === href) {
    root.dir = direction
    return
  }
  const link = linkLike(old, href, root.ownerDocument)
  link.media = 'not all'
  const loaded = new Promise<boolean>((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => resolve(false)
  })
  old.after(link)
  const isLoaded = await loaded
  if (signal.aborted) return link.remove()
  root.dir = direction
  if (!isLoaded) {
    link.remove()
    throw new Error(`stylesheet not loaded: ${href}`)
  }
  link.media = ''
  old.remove()
  link.id = old.id
}

/** Calls back with the system's colour scheme, now and at each change. Returns a stop function. */
export function watchSystemScheme(onChange: (scheme: 'light' | 'dark') => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const report = () => onChange(systemScheme())
  report()
  dark.addEventListener('change', report)
  return () => dark.removeEventListener('change', report)
}

/** The system's colour scheme; light without a preference. */
export function systemScheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function bootstrapSheet(root: HTMLElement): HTMLElement | null {
  return root.ownerDocument.querySelector<HTMLElement>('#bootstrap')
}

function linkLike(old: HTMLElement, href: string, document: Document): HTMLLinkElement {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href })
  Object.assign(link.dataset, old.dataset)
  return link
}
