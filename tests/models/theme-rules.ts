import type { ThemeEvent } from '../../src/machines/theme.machine.ts'

/** What an event of a group that keeps nothing but a choice makes of it (THM-1), written from the requirements. */
export const choices: Readonly<Record<string, Readonly<Record<string, ThemeEvent['type']>>>> = {
  sidebarImage: {
    none: 'NoMenuImage',
    image1: 'MenuImage1',
    image2: 'MenuImage2',
    image3: 'MenuImage3',
    image4: 'MenuImage4',
    image5: 'MenuImage5',
  },
  menuStyle: { themed: 'ThemedMenu', light: 'LightMenu', color: 'ColorMenu', dark: 'DarkMenu', gradient: 'GradientMenu' },
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
}
