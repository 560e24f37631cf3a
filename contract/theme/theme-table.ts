/** The effect of a choice on `<html>` and local storage; a default stores nothing. */
export interface Wear {
  classes: readonly string[]
  stored: Readonly<Record<string, string>>
}

const nothing: Wear = { classes: [], stored: {} }

/**
 * Every choice of spec §3 "Theme preferences" by group, with its key, value and classes (THM-3). The choices of a group
 * are exclusive (spec §4). The boot script that runs before the first paint reads the same table.
 */
export const themeTable = {
  /** Light and dark follow the system until the person chooses. The `bgImg` modes have a background picture. */
  mode: {
    systemLight: wear('light-theme'),
    systemDark: wear('dark-theme'),
    light: wear('light-theme', { lightTheme: 'true' }),
    dark: wear('dark-theme', { darkMode: 'true' }),
    transparent: wear('transparent-theme', { transparentMode: 'true' }),
    bgImg1: wear('transparent-theme bg-img1', { transparentMode: 'true', backgroundImage: 'bg-img1' }),
    bgImg2: wear('transparent-theme bg-img2', { transparentMode: 'true', backgroundImage: 'bg-img2' }),
    bgImg3: wear('transparent-theme bg-img3', { transparentMode: 'true', backgroundImage: 'bg-img3' }),
    bgImg4: wear('transparent-theme bg-img4', { transparentMode: 'true', backgroundImage: 'bg-img4' }),
  },
  sidebarImage: {
    none: nothing,
    image1: wear('menu-img1', { sidebarImage: 'menu-img1' }),
    image2: wear('menu-img2', { sidebarImage: 'menu-img2' }),
    image3: wear('menu-img3', { sidebarImage: 'menu-img3' }),
    image4: wear('menu-img4', { sidebarImage: 'menu-img4' }),
    image5: wear('menu-img5', { sidebarImage: 'menu-img5' }),
  },
  menuStyle: {
    themed: nothing,
    light: wear('light-menu', { menuStyle: 'light' }),
    color: wear('color-menu', { menuStyle: 'color' }),
    dark: wear('dark-menu', { menuStyle: 'dark' }),
    gradient: wear('gradient-menu', { menuStyle: 'gradient' }),
  },
  headerStyle: {
    themed: nothing,
    light: wear('light-header', { headerStyle: 'light' }),
    color: wear('color-header', { headerStyle: 'color' }),
    dark: wear('dark-header', { headerStyle: 'dark' }),
    gradient: wear('gradient-header', { headerStyle: 'gradient' }),
  },
  layout: {
    vertical: nothing,
    horizontalClick: wear('horizontal', { horizontalLayout: 'true' }),
    horizontalHover: wear('horizontal horizontal-hover', { horizontalHoverLayout: 'true' }),
  },
  menuWidth: {
    expanded: nothing,
    collapsed: wear('menu-collapsed', { menuCollapsed: 'true' }),
  },
  width: {
    full: nothing,
    boxed: wear('layout-boxed', { layoutWidth: 'boxed' }),
  },
  position: {
    fixed: nothing,
    scrollable: wear('scrollable-layout', { scrollableLayout: 'true' }),
  },
  direction: {
    ltr: nothing,
    rtl: wear('rtl', { rtl: 'true' }),
  },
  bodySkin: {
    default: nothing,
    style1: wear('body-style1', { bodyStyle1: 'true' }),
  },
  /** Row height of long lists. */
  density: {
    default: nothing,
    compact: wear('compact', { compact: 'true' }),
  },
  /** Not stored: the scroll state of the page (THM-6). */
  sticky: {
    loose: nothing,
    pinned: wear('is-pinned'),
  },
} as const satisfies Record<string, Record<string, Wear>>

export type ThemeTable = typeof themeTable

export type ThemeGroup = keyof ThemeTable

/** A group and one of its choices. */
export type ThemeChoice = { [Group in ThemeGroup]: { group: Group; choice: keyof ThemeTable[Group] } }[ThemeGroup]

/** The colours that a person may set in a mode, and their storage keys (spec §3). */
export const colourKeys = {
  systemLight: {},
  systemDark: {},
  light: { primary: 'primaryColor' },
  dark: { primary: 'darkPrimaryColor' },
  transparent: { primary: 'transparentPrimaryColor', background: 'transparentBackgroundColor' },
  bgImg1: { primary: 'transparentBgImgPrimaryColor' },
  bgImg2: { primary: 'transparentBgImgPrimaryColor' },
  bgImg3: { primary: 'transparentBgImgPrimaryColor' },
  bgImg4: { primary: 'transparentBgImgPrimaryColor' },
} as const satisfies Record<ThemeMode, { primary?: string; background?: string }>

export type ThemeMode = keyof ThemeTable['mode']

/** Spec §9 "Theme defaults". */
export const defaultColours = { primary: '#0162e8', background: '#141B2D' } as const

/** The stored theme: one choice of each stored group, and the colours. */
export type ThemePreferences = { [Group in Exclude<ThemeGroup, 'sticky'>]: keyof ThemeTable[Group] } & ThemeColours

/** The chosen colours; null means the default. */
export interface ThemeColours {
  primary: string | null
  background: string | null
}

function wear(classes: string, stored: Record<string, string> = {}): Wear {
  return { classes: classes.split(' '), stored }
}
