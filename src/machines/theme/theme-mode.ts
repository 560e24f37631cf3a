import type { ThemeMode } from '../../../contract/theme/theme-table.ts'
import { fromStored } from './theme-params.ts'

const isColour = { type: 'isColour', params: picked } as const
const takePrimary = { type: 'takePrimary', params: picked } as const
const takeBackground = { type: 'takeBackground', params: picked } as const

/** The region of light, dark, or transparent over a colour or a picture; picking a colour picks the mode it belongs to. */
export const modeRegion = {
  description: 'The colours of the page; a picture or a colour behind it makes it transparent.',
  initial: 'restored',
  on: {
    LightTheme: '.light',
    DarkTheme: '.dark',
    BgImg1: '.bgImg1',
    BgImg2: '.bgImg2',
    BgImg3: '.bgImg3',
    BgImg4: '.bgImg4',
    lightPrimary: { guard: isColour, target: '.light', actions: takePrimary },
    darkPrimary: { guard: isColour, target: '.dark', actions: takePrimary },
    transparentPrimary: { guard: isColour, target: '.transparent', actions: takePrimary },
    TransparentBackground: { guard: isColour, target: '.transparent', actions: takeBackground },
    BgImgPrimary: { guard: isColour, target: '.bgImg1', actions: takePrimary },
  },
  states: {
    restored: fromStored(
      'mode',
      ['systemDark', 'light', 'dark', 'transparent', 'bgImg1', 'bgImg2', 'bgImg3', 'bgImg4'],
      'systemLight',
    ),
    systemLight: {
      ...wornMode('systemLight'),
      description: 'Nobody has chosen yet: as the system wishes.',
      on: { 'system.dark': 'systemDark' },
    },
    systemDark: { ...wornMode('systemDark'), on: { 'system.light': 'systemLight' } },
    light: { ...wornMode('light'), on: { LightTheme: {} } },
    dark: { ...wornMode('dark'), on: { DarkTheme: {} } },
    transparent: {
      ...wornMode('transparent'),
      on: {
        transparentPrimary: { guard: isColour, actions: [takePrimary, painted('transparent')] },
        TransparentBackground: { guard: isColour, actions: [takeBackground, painted('transparent')] },
      },
    },
    bgImg1: { ...wornMode('bgImg1'), on: { BgImg1: {}, BgImgPrimary: repainted('bgImg1') } },
    bgImg2: { ...wornMode('bgImg2'), on: { BgImg2: {}, BgImgPrimary: repainted('bgImg2') } },
    bgImg3: { ...wornMode('bgImg3'), on: { BgImg3: {}, BgImgPrimary: repainted('bgImg3') } },
    bgImg4: { ...wornMode('bgImg4'), on: { BgImg4: {}, BgImgPrimary: repainted('bgImg4') } },
  },
} as const

/** A mode with its colours; whoever leaves it leaves them behind (spec §4). */
function wornMode(mode: ThemeMode) {
  return {
    entry: [{ type: 'wear', params: { group: 'mode', choice: mode } }, painted(mode)],
    exit: 'forgetColours',
  } as const
}

function repainted(mode: ThemeMode) {
  return { guard: isColour, actions: [takePrimary, painted(mode)] } as const
}

function painted(mode: ThemeMode) {
  return { type: 'paint', params: { mode } } as const
}

function picked({ event }: { event: { color: string } }) {
  return event
}
