import { type ThemeChoice, type ThemeGroup, type ThemeTable, themeTable } from '../../../contract/theme/theme-table.ts'

/** A group with a stored choice; `sticky` depends on the scroll position instead. */
export type StoredGroup = Exclude<ThemeGroup, 'sticky'>

/** The event that selects each choice (spec §4 "Theme"); events without a name in the spec are named in the same style. */
export const choiceEvents = {
  mode: {
    light: 'LightTheme',
    dark: 'DarkTheme',
    transparent: 'TransparentBackground',
    bgImg1: 'BgImg1',
    bgImg2: 'BgImg2',
    bgImg3: 'BgImg3',
    bgImg4: 'BgImg4',
  },
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
} as const satisfies { [Group in StoredGroup]: { readonly [Choice in keyof ThemeTable[Group]]?: string } }

type ChoiceEvents = typeof choiceEvents

/** An event without a colour that selects a choice. */
export type ChoiceEvent = Exclude<
  { [Group in StoredGroup]: ChoiceEvents[Group][keyof ChoiceEvents[Group]] }[StoredGroup],
  'TransparentBackground'
>

/** Targets of Reset All: the default of each group, which is its first choice. */
export const defaultChoices = Object.entries(choiceEvents).map(
  ([group, events]) => `.${group}.${Object.keys(events)[0]}` as const,
)

/** Transitions of a region by the event of each choice. */
export function picksOf(group: StoredGroup) {
  return Object.fromEntries(Object.entries(choiceEvents[group]).map(([choice, event]) => [event, `.${choice}`]))
}

/** A region with one state for each choice of a group. */
export function choiceRegion<Group extends StoredGroup>(group: Group): RegionOf<Group>
export function choiceRegion(group: StoredGroup) {
  const choices = Object.keys(choiceEvents[group])
  return {
    initial: 'restored',
    on: picksOf(group),
    states: {
      restored: fromStored(group),
      ...Object.fromEntries(choices.map((choice) => [choice, { entry: { type: 'wear', params: { group, choice } } }])),
    },
  }
}

interface RegionOf<Group extends StoredGroup> {
  initial: 'restored'
  on: Record<string, string>
  states: { restored: ReturnType<typeof fromStored> } & {
    [Choice in keyof ThemeTable[Group]]: ReturnType<typeof worn>
  }
}

/** A state that applies a choice to the page. */
export function worn(choice: ThemeChoice) {
  return { entry: { type: 'wear', params: choice } } as const
}

/** The initial state of a region: the stored choice, else the first choice of the table. */
export function fromStored(group: StoredGroup) {
  const [first, ...others] = Object.keys(themeTable[group])
  return {
    always: [
      ...others.map((choice) => ({ guard: { type: 'isStored', params: { group, choice } }, target: choice }) as const),
      { target: first },
    ],
  }
}
