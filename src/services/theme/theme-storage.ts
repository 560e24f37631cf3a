import { parseColour } from '../../../contract/theme/colour.ts'
import {
  colourKeys,
  type ThemeChoice,
  type ThemeColours,
  type ThemeGroup,
  type ThemeMode,
  type ThemePreferences,
  themeTable,
  type Wear,
} from '../../../contract/theme/theme-table.ts'
import type { LocalData } from '../storage/local-data.ts'

const settlingMs = 100

// Functions, so that the bundle of the script that only reads does not contain them.
const allColourKeys = () => new Set<string>(Object.values(colourKeys).flatMap((keys) => Object.values(keys)))
const allChoiceKeys = () =>
  Object.values(themeTable)
    .flatMap((choices): Wear[] => Object.values(choices))
    .flatMap(({ stored }) => Object.keys(stored))

/** The stored theme; unknown or invalid values count as not stored (THM-3, HTTP-7). */
export function readPreferences(localData: Pick<LocalData, 'read'>, system: 'light' | 'dark'): ThemePreferences {
  const stored = <Group extends ThemeGroup>(group: Group, otherwise: keyof (typeof themeTable)[Group]) =>
    storedChoice(localData, group) ?? otherwise
  const mode = stored('mode', system === 'dark' ? 'systemDark' : 'systemLight')
  return {
    mode,
    sidebarImage: stored('sidebarImage', 'none'),
    menuStyle: stored('menuStyle', 'themed'),
    headerStyle: stored('headerStyle', 'themed'),
    layout: stored('layout', 'vertical'),
    menuWidth: stored('menuWidth', 'expanded'),
    width: stored('width', 'full'),
    position: stored('position', 'fixed'),
    direction: stored('direction', 'ltr'),
    bodySkin: stored('bodySkin', 'default'),
    density: stored('density', 'default'),
    ...storedColours(localData, mode),
  }
}

/**
 * Stores a choice, and removes the keys of the group's other choices (spec §4). Does nothing if `read` has the choice
 * already: a tab that follows another tab must not touch keys that the other tab may still be writing.
 */
export function storeChoice(localData: LocalData, { group, choice }: ThemeChoice, read: ThemePreferences): void {
  if (group === 'sticky' || read[group] === choice) return
  const chosen = wearsOf(group)[choice]?.stored ?? {}
  for (const key of keysOf(group)) keep(localData, key, chosen[key] ?? null)
}

/** Stores the colours of a mode and removes those of other modes (spec §4 "clears conflicting stored colours"). */
export function storeColours(localData: LocalData, mode: ThemeMode, colours: ThemeColours): void {
  const own: { primary?: string; background?: string } = colourKeys[mode]
  for (const key of allColourKeys())
    keep(localData, key, key === own.primary ? colours.primary : key === own.background ? colours.background : null)
}

/** Calls back after another tab has written its preferences. Returns a stop function. */
export function watchPreferences(onChange: () => void): () => void {
  const keys = new Set([...allChoiceKeys(), ...allColourKeys()])
  let timer: ReturnType<typeof setTimeout> | undefined
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || !keys.has(key)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, settlingMs)
  }
  addEventListener('storage', onStorage)
  return () => {
    clearTimeout(timer)
    removeEventListener('storage', onStorage)
  }
}

function wearsOf(group: ThemeGroup): Readonly<Record<string, Wear>> {
  return themeTable[group]
}

function keysOf(group: ThemeGroup): Set<string> {
  return new Set(Object.values(wearsOf(group)).flatMap(({ stored }) => Object.keys(stored)))
}

function storedChoice<Group extends ThemeGroup>(localData: Pick<LocalData, 'read'>, group: Group) {
  let found: keyof (typeof themeTable)[Group] | undefined
  let most = 0
  for (const [choice, { stored }] of Object.entries(wearsOf(group))) {
    const entries = Object.entries(stored)
    if (entries.length <= most || !isChoiceOf(group, choice)) continue
    if (!entries.every(([key, value]) => localData.read(key) === value)) continue
    found = choice
    most = entries.length
  }
  return found
}

function isChoiceOf<Group extends ThemeGroup>(
  group: Group,
  choice: PropertyKey,
): choice is keyof (typeof themeTable)[Group] {
  return choice in themeTable[group]
}

function storedColours(localData: Pick<LocalData, 'read'>, mode: ThemeMode): ThemeColours {
  const own: { primary?: string; background?: string } = colourKeys[mode]
  return { primary: storedColour(localData, own.primary), background: storedColour(localData, own.background) }
}

function storedColour(localData: Pick<LocalData, 'read'>, key: string | undefined): string | null {
  const text = key ? localData.read(key) : null
  return text && parseColour(text) ? text : null
}

function keep(localData: LocalData, key: string, value: string | null): void {
  if (localData.read(key) === value) return
  if (value === null) localData.remove(key)
  else localData.write(key, value)
}
