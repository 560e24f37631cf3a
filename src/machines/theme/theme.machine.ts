import { assign, sendParent, setup } from 'xstate'
import type { ThemeChoice, ThemeColours, ThemeMode, ThemePreferences } from '../../../contract/theme/theme-table.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import {
  type ChoiceEvent,
  choiceRegion,
  defaultChoices,
  fromStored,
  picksOf,
  type StoredGroup,
  worn,
} from './theme-choices.ts'

interface ThemeContext extends ThemeColours {
  /** The stored preferences that the regions start from. */
  stored: ThemePreferences | null
}

type ColourPick = 'lightPrimary' | 'darkPrimary' | 'transparentPrimary' | 'BgImgPrimary' | 'TransparentBackground'

/** The actions of spec §4 "Theme". */
export type ThemeEvent =
  | { type: ColourPick; color: string }
  | { type: ChoiceEvent }
  /** The page was scrolled past the height at which header and sticky items are pinned, or back above it (THM-6). */
  | { type: 'horizontalmenusticky'; isBeyond: boolean }
  | { type: 'ResetAll' }
  | { type: 'system.light' | 'system.dark' }
  /** Another tab stored different preferences. */
  | { type: 'theme.changedElsewhere' }

/** Local storage was emptied: each flow with stored data writes it again (THM-2). */
export type ThemeReport = { type: 'storage.cleared' }

const isColour = { type: 'isColour', params: picked } as const
const takePrimary = { type: 'takePrimary', params: picked } as const
const takeBackground = { type: 'takeBackground', params: picked } as const

/** The region of the colour mode. Picking a colour also selects the mode of that colour. */
const modeRegion = {
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

/** The theme of the panel: one region for each group of exclusive choices (THM). */
export const themeMachine = setup({
  types: {} as { context: ThemeContext; events: ThemeEvent },
  actors: {
    readPreferences: promiseNotProvided<ThemePreferences>('theme.readPreferences'),
    systemScheme: callbackNotProvided<ThemeEvent>('theme.systemScheme'),
    pageScroll: callbackNotProvided<ThemeEvent>('theme.pageScroll'),
    otherTabs: callbackNotProvided<ThemeEvent>('theme.otherTabs'),
    /** Swaps Bootstrap's stylesheet together with the direction (THM-4). */
    turn: promiseNotProvided<void, { direction: 'ltr' | 'rtl' }>('theme.turn'),
  },
  actions: {
    /** Adds the classes and stored flags of a choice, and removes those of the other choices in its group. */
    wear: effectNotProvided<ThemeChoice>('theme.wear'),
    /** Sets the variables and stored colours of a mode, and removes those of the other modes. */
    paint: effectNotProvided<{ mode: ThemeMode }>('theme.paint'),
    clearLocalStorage: effectNotProvided('theme.clearLocalStorage'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('theme.logFailure'),
    takeStored: assign((_, { stored }: { stored: ThemePreferences }) => ({
      stored,
      primary: stored.primary,
      background: stored.background,
    })),
    takePrimary: assign((_, { color }: { color: string }) => ({ primary: color })),
    takeBackground: assign((_, { color }: { color: string }) => ({ background: color })),
    forgetColours: assign({ primary: null, background: null }),
    reportCleared: sendParent({ type: 'storage.cleared' } satisfies ThemeReport),
  },
  guards: {
    isStored: ({ context: { stored } }, { group, choice }: { group: StoredGroup; choice: string }) =>
      stored?.[group] === choice,
    isColour: guardNotProvided<{ color: string }>('theme.isColour'),
    isBeyond: ({ event }) => event.type === 'horizontalmenusticky' && event.isBeyond,
  },
}).createMachine({
  id: 'theme',
  meta: { requirements: ['THM-1', 'THM-2', 'THM-3', 'THM-4', 'THM-5', 'THM-6'] },
  context: { stored: null, primary: null, background: null },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'A script has already applied the theme to the page; reads the preferences it used.',
      invoke: {
        src: 'readPreferences',
        onDone: { target: 'worn', actions: { type: 'takeStored', params: ({ event }) => ({ stored: event.output }) } },
        onError: { target: 'worn', actions: failed('Preferências de aparência ilegíveis.') },
      },
    },
    worn: {
      description: 'Each region applies one choice of its group; only Reset All changes several regions together.',
      type: 'parallel',
      invoke: [
        { src: 'otherTabs', onError: { actions: failed('Aparência de outras abas não observada.') } },
        { src: 'systemScheme', onError: { actions: failed('Preferência do sistema não observada.') } },
      ],
      on: {
        ResetAll: {
          target: defaultChoices,
          actions: ['clearLocalStorage', 'reportCleared'],
        },
        'theme.changedElsewhere': 'restoring',
      },
      states: {
        mode: modeRegion,
        sidebarImage: { description: 'The picture behind the menu.', ...choiceRegion('sidebarImage') },
        menuStyle: {
          description: 'The colours of the menu; `themed` uses the colours of the mode.',
          ...choiceRegion('menuStyle'),
        },
        headerStyle: {
          description: 'The colours of the header; `themed` uses the colours of the mode.',
          ...choiceRegion('headerStyle'),
        },
        layout: {
          description: 'The position of the menu, and whether its submenus open on click or on hover.',
          ...choiceRegion('layout'),
        },
        menuWidth: {
          description: 'Whether the vertical menu shows names, or icons only.',
          ...choiceRegion('menuWidth'),
        },
        width: { description: 'Whether the page fills the window or is a centred column.', ...choiceRegion('width') },
        position: {
          description: 'Whether header and menu stay visible when the page is scrolled.',
          ...choiceRegion('position'),
        },
        direction: {
          description: 'The reading direction of the page; the stylesheet is swapped with it (THM-4).',
          ...choiceRegion('direction'),
          states: { restored: fromStored('direction'), ltr: turned('ltr'), rtl: turned('rtl') },
        },
        bodySkin: { description: 'The background of the page.', ...choiceRegion('bodySkin') },
        density: { description: 'The row height of long lists.', ...choiceRegion('density') },
        sticky: {
          description: 'Header and menu bar are pinned to the top after a little scrolling (THM-6).',
          invoke: { src: 'pageScroll', onError: { actions: failed('Rolagem da página não observada.') } },
          initial: 'loose',
          on: { horizontalmenusticky: [{ guard: 'isBeyond', target: '.pinned' }, { target: '.loose' }] },
          states: {
            loose: worn({ group: 'sticky', choice: 'loose' }),
            pinned: worn({ group: 'sticky', choice: 'pinned' }),
          },
        },
      },
    },
  },
})

function turned(direction: 'ltr' | 'rtl') {
  return {
    ...worn({ group: 'direction', choice: direction }),
    invoke: {
      src: 'turn',
      input: { direction },
      onError: { actions: failed('Folha de estilo da direção não carregada.') },
    },
  } as const
}

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
