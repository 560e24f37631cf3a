import { assign, sendParent, setup } from 'xstate'
import type { ThemeChoice, ThemeColours, ThemeMode, ThemePreferences } from '../../../contract/theme/theme-table.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { modeRegion } from './theme-mode.ts'
import { fromStored, type StoredGroup, worn } from './theme-params.ts'

interface ThemeContext extends ThemeColours {
  /** The stored preferences that the regions start from. */
  stored: ThemePreferences | null
}

type ColourPick = 'lightPrimary' | 'darkPrimary' | 'transparentPrimary' | 'BgImgPrimary' | 'TransparentBackground'

/** The actions of spec §4 "Theme"; actions without a name in the spec are named in the same style. */
export type ThemeEvent =
  | { type: ColourPick; color: string }
  | { type: 'LightTheme' | 'DarkTheme' | 'BgImg1' | 'BgImg2' | 'BgImg3' | 'BgImg4' }
  | { type: 'NoMenuImage' | 'MenuImage1' | 'MenuImage2' | 'MenuImage3' | 'MenuImage4' | 'MenuImage5' }
  | { type: 'ThemedMenu' | 'LightMenu' | 'ColorMenu' | 'DarkMenu' | 'GradientMenu' }
  | { type: 'ThemedHeader' | 'LightHeader' | 'ColorHeader' | 'DarkHeader' | 'GradientHeader' }
  | { type: 'Verticalmenu' | 'horizontalclickmenu' | 'Horizontalhovermenu' }
  | { type: 'ExpandMenu' | 'CollapseMenu' }
  | { type: 'FullWidth' | 'Boxed' }
  | { type: 'Fixed' | 'Scrollable' }
  | { type: 'LTR' | 'RTL' }
  | { type: 'DefaultBody' | 'BodyStyle1' }
  | { type: 'ComfortableRows' | 'CompactRows' }
  /** The page was scrolled past the height at which header and sticky items are pinned, or back above it (THM-6). */
  | { type: 'horizontalmenusticky'; isBeyond: boolean }
  | { type: 'ResetAll' }
  | { type: 'system.light' }
  | { type: 'system.dark' }
  /** Another tab stored different preferences. */
  | { type: 'theme.changedElsewhere' }

/** Local storage was emptied: each flow with stored data writes it again (THM-2). */
export type ThemeReport = { type: 'storage.cleared' }

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
          target: [
            '.mode.light',
            '.sidebarImage.none',
            '.menuStyle.themed',
            '.headerStyle.themed',
            '.layout.vertical',
            '.menuWidth.expanded',
            '.width.full',
            '.position.fixed',
            '.direction.ltr',
            '.bodySkin.default',
            '.density.default',
          ],
          actions: ['clearLocalStorage', 'reportCleared'],
        },
        'theme.changedElsewhere': 'restoring',
      },
      states: {
        mode: modeRegion,
        sidebarImage: {
          description: 'The picture behind the menu.',
          initial: 'restored',
          on: {
            NoMenuImage: '.none',
            MenuImage1: '.image1',
            MenuImage2: '.image2',
            MenuImage3: '.image3',
            MenuImage4: '.image4',
            MenuImage5: '.image5',
          },
          states: {
            restored: fromStored('sidebarImage', ['image1', 'image2', 'image3', 'image4', 'image5'], 'none'),
            none: worn({ group: 'sidebarImage', choice: 'none' }),
            image1: worn({ group: 'sidebarImage', choice: 'image1' }),
            image2: worn({ group: 'sidebarImage', choice: 'image2' }),
            image3: worn({ group: 'sidebarImage', choice: 'image3' }),
            image4: worn({ group: 'sidebarImage', choice: 'image4' }),
            image5: worn({ group: 'sidebarImage', choice: 'image5' }),
          },
        },
        menuStyle: {
          description: 'The colours of the menu; `themed` uses the colours of the mode.',
          initial: 'restored',
          on: {
            ThemedMenu: '.themed',
            LightMenu: '.light',
            ColorMenu: '.color',
            DarkMenu: '.dark',
            GradientMenu: '.gradient',
          },
          states: {
            restored: fromStored('menuStyle', ['light', 'color', 'dark', 'gradient'], 'themed'),
            themed: worn({ group: 'menuStyle', choice: 'themed' }),
            light: worn({ group: 'menuStyle', choice: 'light' }),
            color: worn({ group: 'menuStyle', choice: 'color' }),
            dark: worn({ group: 'menuStyle', choice: 'dark' }),
            gradient: worn({ group: 'menuStyle', choice: 'gradient' }),
          },
        },
        headerStyle: {
          description: 'The colours of the header; `themed` uses the colours of the mode.',
          initial: 'restored',
          on: {
            ThemedHeader: '.themed',
            LightHeader: '.light',
            ColorHeader: '.color',
            DarkHeader: '.dark',
            GradientHeader: '.gradient',
          },
          states: {
            restored: fromStored('headerStyle', ['light', 'color', 'dark', 'gradient'], 'themed'),
            themed: worn({ group: 'headerStyle', choice: 'themed' }),
            light: worn({ group: 'headerStyle', choice: 'light' }),
            color: worn({ group: 'headerStyle', choice: 'color' }),
            dark: worn({ group: 'headerStyle', choice: 'dark' }),
            gradient: worn({ group: 'headerStyle', choice: 'gradient' }),
          },
        },
        layout: {
          description: 'The position of the menu, and whether its submenus open on click or on hover.',
          initial: 'restored',
          on: {
            Verticalmenu: '.vertical',
            horizontalclickmenu: '.horizontalClick',
            Horizontalhovermenu: '.horizontalHover',
          },
          states: {
            restored: fromStored('layout', ['horizontalClick', 'horizontalHover'], 'vertical'),
            vertical: worn({ group: 'layout', choice: 'vertical' }),
            horizontalClick: worn({ group: 'layout', choice: 'horizontalClick' }),
            horizontalHover: worn({ group: 'layout', choice: 'horizontalHover' }),
          },
        },
        menuWidth: {
          description: 'Whether the vertical menu shows names, or icons only.',
          initial: 'restored',
          on: { ExpandMenu: '.expanded', CollapseMenu: '.collapsed' },
          states: {
            restored: fromStored('menuWidth', ['collapsed'], 'expanded'),
            expanded: worn({ group: 'menuWidth', choice: 'expanded' }),
            collapsed: worn({ group: 'menuWidth', choice: 'collapsed' }),
          },
        },
        width: {
          description: 'Whether the page fills the window or is a centred column.',
          initial: 'restored',
          on: { FullWidth: '.full', Boxed: '.boxed' },
          states: {
            restored: fromStored('width', ['boxed'], 'full'),
            full: worn({ group: 'width', choice: 'full' }),
            boxed: worn({ group: 'width', choice: 'boxed' }),
          },
        },
        position: {
          description: 'Whether header and menu stay visible when the page is scrolled.',
          initial: 'restored',
          on: { Fixed: '.fixed', Scrollable: '.scrollable' },
          states: {
            restored: fromStored('position', ['scrollable'], 'fixed'),
            fixed: worn({ group: 'position', choice: 'fixed' }),
            scrollable: worn({ group: 'position', choice: 'scrollable' }),
          },
        },
        direction: {
          description: 'The reading direction of the page; the stylesheet is swapped with it (THM-4).',
          initial: 'restored',
          on: { LTR: '.ltr', RTL: '.rtl' },
          states: {
            restored: fromStored('direction', ['rtl'], 'ltr'),
            ltr: turned('ltr'),
            rtl: turned('rtl'),
          },
        },
        bodySkin: {
          description: 'The background of the page.',
          initial: 'restored',
          on: { DefaultBody: '.default', BodyStyle1: '.style1' },
          states: {
            restored: fromStored('bodySkin', ['style1'], 'default'),
            default: worn({ group: 'bodySkin', choice: 'default' }),
            style1: worn({ group: 'bodySkin', choice: 'style1' }),
          },
        },
        density: {
          description: 'The row height of long lists.',
          initial: 'restored',
          on: { ComfortableRows: '.default', CompactRows: '.compact' },
          states: {
            restored: fromStored('density', ['compact'], 'default'),
            default: worn({ group: 'density', choice: 'default' }),
            compact: worn({ group: 'density', choice: 'compact' }),
          },
        },
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
