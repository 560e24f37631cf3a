import type { AnyStateNode } from 'xstate'
import { colourKeys, defaultColours, themeTable } from '../../contract/theme/theme-table.ts'
import { themeMachine } from '../../src/machines/theme/theme.machine.ts'
import { code, heading, lines, table } from './markdown.ts'

/** Lists every theme choice with its event, key and class (THM-3), from the machine and its table. */
export function themeKeysDocument(): string {
  return lines(
    heading(1, 'Theme: choices, keys and classes'),
    'Made by `npm run docs` from `src/machines/theme/theme.machine.ts` and `contract/theme/theme-table.ts`; the script that sets the theme before ' +
      'the first paint reads the same table.',
    'Each group is a region of the chart with one choice at a time. A choice removes the classes of the others from `<html>` and their ' +
      'stored values. A default stores nothing. Reset All (`ResetAll`) empties local storage and returns to the light theme and the ' +
      'defaults; the flows write session, selected condominium and `frontend_version` again. The isolations of devices stay, and session storage with the open circuits.',
    ...Object.entries(themeTable).flatMap(([group, choices]) => [
      heading(2, code(group)),
      choicesTable(group, choices),
    ]),
    heading(2, 'Colours'),
    'A colour is `#` and 3, 4, 6 or 8 hex digits; other values change nothing. A colour selects its theme; another theme deletes the colour.',
    table(
      ['event', 'theme', 'key', 'default'],
      [
        colourRow('lightPrimary', 'light', 'primary'),
        colourRow('darkPrimary', 'dark', 'primary'),
        colourRow('transparentPrimary', 'transparent', 'primary'),
        colourRow('TransparentBackground', 'transparent', 'background'),
        colourRow('BgImgPrimary', 'bgImg1', 'primary', 'the current picture, else `bgImg1`'),
      ],
    ),
  )
}

function choicesTable(
  group: string,
  choices: Readonly<Record<string, { classes: readonly string[]; stored: Readonly<Record<string, string>> }>>,
): string {
  return table(
    ['choice', 'event', 'stored', 'classes'],
    Object.entries(choices).map(([choice, { classes, stored }]) => [
      code(choice),
      codes(eventsOf(group, choice)),
      codes(Object.entries(stored).map(([key, value]) => `${key}=${value}`)),
      codes(classes),
    ]),
  )
}

function eventsOf(group: string, choice: string): string[] {
  const region: AnyStateNode | undefined = themeMachine.root.states.worn?.states[group]
  if (region === undefined) throw new Error(`no region ${group}`)
  const picks = [...region.transitions].filter(([, candidates]) =>
    candidates.some(({ target }) => target?.some(({ key }) => key === choice)),
  )
  const preferences = Object.values(region.states).flatMap((state: AnyStateNode) =>
    [...state.transitions].filter(
      ([type, candidates]) =>
        type.startsWith('system.') && candidates.some(({ target }) => target?.some(({ key }) => key === choice)),
    ),
  )
  return [...picks, ...preferences].map(([type]) => type)
}

function colourRow(
  event: string,
  mode: 'light' | 'dark' | 'transparent' | 'bgImg1',
  which: 'primary' | 'background',
  themes = code(mode),
): string[] {
  const keys: { primary?: string; background?: string } = colourKeys[mode]
  return [code(event), themes, code(keys[which] ?? ''), code(defaultColours[which])]
}

function codes(texts: readonly string[]): string {
  return texts.length === 0 ? '–' : texts.map(code).join(' ')
}
