import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/**
 * Groups that only store a choice, with the event that selects each choice; the first choice is the default (THM-1).
 */
export const groups = {
  sidebarImage: {
    none: 'NoMenuImage',
    image1: 'MenuImage1',
    image2: 'MenuImage2',
    image3: 'MenuImage3',
    image4: 'MenuImage4',
    image5: 'MenuImage5',
  },
  menuStyle: {
    themed: 'ThemedMenu',
    light: 'LightMenu',
    color: 'ColorMenu',
    dark: 'DarkMenu',
    gradient: 'GradientMenu',
  },
  headerStyle: {
    themed: 'ThemedHeader',
    light: 'LightHeader',
    color: 'ColorHeader',
    dark: 'DarkHeader',
    gradient: 'GradientHeader',
  },
  layout: { vertical: 'Verticalmenu', horizontalClick: 'horizontalclickmenu', horizontalHover: 'Horizontalhovermenu' },
  menuWidth: { expanded: 'ExpandMenu', collapsed: 'CollapseMenu' },
  width: { full: 'FullWidth', boxed: 'Boxed' },
  position: { fixed: 'Fixed', scrollable: 'Scrollable' },
  direction: { ltr: 'LTR', rtl: 'RTL' },
  bodySkin: { default: 'DefaultBody', style1: 'BodyStyle1' },
  density: { default: 'ComfortableRows', compact: 'CompactRows' },
} as const

export type ChoiceGroup = keyof typeof groups
export const groupNames = Object.keys(groups) as ChoiceGroup[]

export function choicesOf(group: ChoiceGroup): string[] {
  return Object.keys(groups[group])
}

export function defaultOf(group: ChoiceGroup): string {
  return choicesOf(group)[0] ?? ''
}

/** Modes that a person can select, with their events, and the colours of each mode (spec §3, §4). */
export const modes = {
  light: 'LightTheme',
  dark: 'DarkTheme',
  bgImg1: 'BgImg1',
  bgImg2: 'BgImg2',
  bgImg3: 'BgImg3',
  bgImg4: 'BgImg4',
} as const

export const storedModes = ['systemLight', 'systemDark', 'transparent', ...Object.keys(modes)] as const
export const colourEvents = {
  lightPrimary: 'light',
  darkPrimary: 'dark',
  transparentPrimary: 'transparent',
  TransparentBackground: 'transparent',
  BgImgPrimary: 'bgImg1',
} as const

export type ColourEvent = keyof typeof colourEvents

export interface ThemeModelContext extends ModelContext {
  primary: string | null
  background: string | null
}

export type ThemeModelEvent =
  | { type: 'storage.holds'; choice: string }
  | { type: 'storage.isUnreadable' }
  | { type: 'person.picks'; choice: string }
  | { type: 'person.colours'; event: ColourEvent; color: string }
  | { type: 'person.resets' }
  | { type: 'system.prefers'; scheme: 'light' | 'dark' }
  | { type: 'tab.changes' }

const { did, update } = modelActions<ThemeModelContext, ThemeModelEvent>()
const wears = (group: string, choice: string) => entry('does', 'wear', { group, choice })
const paints = (mode: string) =>
  update(({ did, primary, background }) => ({
    did: [...did, entry('does', 'paint', { mode, primary, background })],
  }))

/** Effects of a choice: a direction also replaces the stylesheet (THM-4). */
function worn(group: ChoiceGroup, choice: string): string[] {
  const turns = group === 'direction' ? [entry('asks', 'turn', { direction: choice })] : []
  return [wears(group, choice), ...turns]
}

const listeners = ['otherTabs', 'systemScheme', 'pageScroll'].map((name) => entry('asks', name))
const loose = wears('sticky', 'loose')
const asksStorage = did(entry('asks', 'readPreferences'))
const unreadable = entry('does', 'logFailure', 'Preferências de aparência ilegíveis.')

/** All choices applied on start, region by region; only `group` differs from its default. */
function wornAtOnce(group: ChoiceGroup | null, choice: string, mode = 'light'): string[] {
  const painted = entry('does', 'paint', { mode, primary: null, background: null })
  const chosen = groupNames.flatMap((each) => worn(each, each === group ? choice : defaultOf(each)))
  return [wears('mode', mode), painted, ...chosen]
}

/** Reset All restarts every region, with nothing stored (THM-2). */
function reset(group: ChoiceGroup | null, choice: string): string[] {
  const cleared = [entry('does', 'clearLocalStorage'), entry('reports', 'storage.cleared')]
  return [...cleared, ...wornAtOnce(group, choice), entry('asks', 'pageScroll'), loose]
}

const isChoice =
  (choice: string) =>
  ({ event }: { event: ThemeModelEvent }) =>
    'choice' in event && event.choice === choice

const start: ThemeModelContext = { now: 0, did: [], primary: null, background: null }

/** A group without colours: one choice at a time, applied and stored immediately (THM-2). */
export function groupModel(group: ChoiceGroup) {
  const choices = choicesOf(group)
  const normal = defaultOf(group)
  return setup({ types: {} as { context: ThemeModelContext; events: ThemeModelEvent } }).createMachine({
    id: `theme model of ${group}`,
    context: start,
    initial: 'restoring',
    states: {
      restoring: {
        entry: asksStorage,
        on: {
          'storage.holds': choices.map((choice) => ({
            guard: isChoice(choice),
            target: `chosen.${choice}`,
            actions: did(...listeners, loose, ...wornAtOnce(group, choice)),
          })),
        },
      },
      chosen: {
        initial: normal,
        on: {
          'person.picks': choices.map((choice) => ({
            guard: isChoice(choice),
            target: `.${choice}`,
            actions: did(...worn(group, choice)),
          })),
          'person.resets': { target: `.${normal}`, actions: did(...reset(group, normal)) },
        },
        states: Object.fromEntries(choices.map((choice) => [choice, {}])),
      },
    },
  })
}

const uncoloured = update(() => ({ primary: null, background: null }))

/** The test of the colour service checks which texts are colours. */
function isColour(event: ThemeModelEvent): event is Extract<ThemeModelEvent, { type: 'person.colours' }> {
  return event.type === 'person.colours' && event.color.startsWith('#')
}

function recoloured(_: ThemeModelContext, event: ThemeModelEvent): Partial<ThemeModelContext> {
  if (event.type !== 'person.colours') return {}
  return event.event === 'TransparentBackground' ? { background: event.color } : { primary: event.color }
}

function keepsOthers(mode: string): boolean {
  return mode === 'transparent' || mode.startsWith('bgImg')
}

function isOwnColour(mode: string) {
  return ({ event }: { event: ThemeModelEvent }) =>
    isColour(event) && (event.event === 'BgImgPrimary' ? mode.startsWith('bgImg') : colourEvents[event.event] === mode)
}

function prefers(scheme: 'light' | 'dark') {
  return ({ event }: { event: ThemeModelEvent }) => event.type === 'system.prefers' && event.scheme === scheme
}

/** Light, dark or transparent mode, with the colours that each mode sets and removes (spec §4). */
export const modeModel = setup({
  types: {} as { context: ThemeModelContext; events: ThemeModelEvent },
}).createMachine({
  id: 'theme model of mode',
  context: start,
  initial: 'restoring',
  states: {
    restoring: {
      entry: asksStorage,
      on: {
        'storage.holds': storedModes.map((mode) => ({
          guard: isChoice(mode),
          target: `chosen.${mode}`,
          actions: did(...listeners, loose, ...wornAtOnce(null, '', mode)),
        })),
        'storage.isUnreadable': {
          target: 'chosen.systemLight',
          actions: did(unreadable, ...listeners, loose, ...wornAtOnce(null, '', 'systemLight')),
        },
      },
    },
    chosen: {
      initial: 'systemLight',
      on: {
        'person.picks': Object.keys(modes).map((mode) => ({
          guard: isChoice(mode),
          target: `.${mode}`,
          actions: [uncoloured, did(wears('mode', mode)), paints(mode)],
        })),
        'person.colours': Object.entries(colourEvents).map(([event, mode]) => ({
          guard: ({ event: picked }: { event: ThemeModelEvent }) => isColour(picked) && picked.event === event,
          target: `.${mode}`,
          actions: [uncoloured, update(recoloured), did(wears('mode', mode)), paints(mode)],
        })),
        'person.resets': {
          target: '.light',
          actions: [uncoloured, did(...reset(null, ''))],
        },
        'tab.changes': { target: 'restoring', actions: uncoloured },
      },
      states: Object.fromEntries(
        storedModes.map((mode) => [
          mode,
          {
            on: {
              // Selecting the current mode keeps its colours.
              ...(mode in modes && { 'person.picks': { guard: isChoice(mode) } }),
              ...(keepsOthers(mode) && {
                'person.colours': { guard: isOwnColour(mode), actions: [update(recoloured), paints(mode)] },
              }),
              ...(mode === 'systemLight' && {
                'system.prefers': {
                  guard: prefers('dark'),
                  target: 'systemDark',
                  actions: [did(wears('mode', 'systemDark')), paints('systemDark')],
                },
              }),
              ...(mode === 'systemDark' && {
                'system.prefers': {
                  guard: prefers('light'),
                  target: 'systemLight',
                  actions: [did(wears('mode', 'systemLight')), paints('systemLight')],
                },
              }),
            },
          },
        ]),
      ),
    },
  },
})
