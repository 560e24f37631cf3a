import { assign, sendParent, setup } from 'xstate'
import type { ThemeChoice, ThemeColours, ThemeMode, ThemePreferences } from '../../../contract/theme/theme-table.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, guardNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { type ChoiceEvent, choiceRegion, defaultChoices, fromStored, type StoredGroup, worn } from './theme-choices.ts'
import { modeRegion } from './theme-mode.ts'

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
