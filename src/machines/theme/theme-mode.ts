import type { ThemeMode } from '../../../contract/theme/theme-table.ts'
import { fromStored, picksOf } from './theme-choices.ts'

const isColour = { type: 'isColour', params: picked } as const
const takePrimary = { type: 'takePrimary', params: picked } as const
const takeBackground = { type: 'takeBackground', params: picked } as const

/** The region of the colour mode. Picking a colour also selects the mode of that colour. */
export const modeRegion = {
  description: 'The colour mode of the page; a picture or a colour behind the page makes it transparent.',
  initial: 'restored',
  on: {
    ...picksOf('mode'),
    lightPrimary: { guard: isColour, target: '.light', actions: takePrimary },
    darkPrimary: { guard: isColour, target: '.dark', actions: takePrimary },
    transparentPrimary: { guard: isColour, target: '.transparent', actions: takePrimary },
    TransparentBackground: { guard: isColour, target: '.transparent', actions: takeBackground },
    BgImgPrimary: { guard: isColour, target: '.bgImg1', actions: takePrimary },
  },
  states: {
    restored: fromStored('mode'),
    systemLight: {
      ...wornMode('systemLight'),
      description: 'No mode was chosen: the page follows the preference of the system.',
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

/** A mode with its colours; leaving the mode removes the colours (spec §4). */
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
