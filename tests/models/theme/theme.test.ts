import { describe, expect, test } from 'vitest'
import type { ThemePreferences } from '../../../contract/theme/theme-table.ts'
import { type ThemeEvent, themeMachine } from '../../../src/machines/theme/theme.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { expectSame } from '../parts/expect-same.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type ChoiceGroup,
  type ColourEvent,
  choicesOf,
  colourEvents,
  defaultOf,
  groupModel,
  groupNames,
  groups,
  modeModel,
  modes,
  storedModes,
  type ThemeModelContext,
  type ThemeModelEvent,
} from './theme.model.ts'

const coverage = new Coverage(themeMachine)

function startTheme() {
  const standIns = new StandIns()
  const machine = themeMachine.provide({
    actors: {
      readPreferences: standIns.promise('readPreferences'),
      systemScheme: standIns.callback('systemScheme'),
      pageScroll: standIns.callback('pageScroll'),
      otherTabs: standIns.callback('otherTabs'),
      turn: standIns.promise('turn'),
    },
    actions: {
      wear: standIns.effect('wear', (_, { group, choice }) => ({ group, choice })),
      paint: standIns.effect('paint', ({ context: { primary, background } }, { mode }) => ({
        mode,
        primary,
        background,
      })),
      clearLocalStorage: standIns.effect('clearLocalStorage'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
    guards: { isColour: (_, { color }) => color.startsWith('#') },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Theme = ReturnType<typeof startTheme>

const defaults = {
  mode: 'light',
  ...Object.fromEntries(groupNames.map((group) => [group, defaultOf(group)])),
  primary: null,
  background: null,
} as ThemePreferences

function worn({ snapshot }: Theme): Record<string, string> | null {
  const { value } = snapshot()
  return typeof value === 'string' ? null : value.worn
}

async function startWorn(stored: Partial<ThemePreferences> = {}): Promise<Theme> {
  const theme = startTheme()
  theme.standIns.resolve('readPreferences', { ...defaults, ...stored })
  await theme.settle()
  return theme
}

/** State of a region in a model: `chosen.dark` → `dark`. */
function chosenIn(value: Parameters<typeof nameOf>[0]): string | null {
  return /^chosen\.(.*)$/.exec(nameOf(value))?.[1] ?? null
}

for (const group of groupNames)
  testPaths<ThemeModelContext, ThemeModelEvent, Theme>(`the choices of ${group}`, {
    model: groupModel(group),
    events: [
      ...choicesOf(group).map((choice) => ({ type: 'storage.holds', choice }) as const),
      ...choicesOf(group).map((choice) => ({ type: 'person.picks', choice }) as const),
      { type: 'person.resets' },
    ],
    possible: ({ type }, { value }) => (type === 'storage.holds') === (chosenIn(value) === null),
    key: ({ value }) => nameOf(value),
    start: startTheme,
    perform: {
      'storage.holds': ({ standIns }, { choice }) =>
        standIns.resolve('readPreferences', { ...defaults, [group]: choice }),
      'person.picks': ({ send }, { choice }) => send(pickOf(group, choice)),
      'person.resets': ({ send }) => send({ type: 'ResetAll' }),
    },
    expected: ({ value }) => ({ choice: chosenIn(value) }),
    actual: (theme) => ({ choice: worn(theme)?.[group] ?? null }),
  })

const colours = Object.keys(colourEvents) as ColourEvent[]

testPaths<ThemeModelContext, ThemeModelEvent, Theme>('the colour mode', {
  model: modeModel,
  events: [
    ...storedModes.map((choice) => ({ type: 'storage.holds', choice }) as const),
    { type: 'storage.isUnreadable' },
    ...Object.keys(modes).map((choice) => ({ type: 'person.picks', choice }) as const),
    ...colours.map((event) => ({ type: 'person.colours', event, color: '#123456' }) as const),
    ...colours.map((event) => ({ type: 'person.colours', event, color: 'red' }) as const),
    { type: 'person.resets' },
    { type: 'system.prefers', scheme: 'light' },
    { type: 'system.prefers', scheme: 'dark' },
    { type: 'tab.changes' },
  ],
  possible: ({ type }, { value }) => type.startsWith('storage.') === (chosenIn(value) === null),
  key: ({ value, context }) => `${nameOf(value)} ${context.primary} ${context.background}`,
  start: startTheme,
  perform: {
    'storage.holds': ({ standIns }, { choice }) => standIns.resolve('readPreferences', { ...defaults, mode: choice }),
    'storage.isUnreadable': ({ standIns }) => standIns.reject('readPreferences'),
    'person.picks': ({ send }, { choice }) => send({ type: modes[choice as keyof typeof modes] }),
    'person.colours': ({ send }, { event, color }) => send({ type: event, color }),
    'person.resets': ({ send }) => send({ type: 'ResetAll' }),
    'system.prefers': ({ standIns }, { scheme }) => standIns.sendBack('systemScheme', { type: `system.${scheme}` }),
    'tab.changes': ({ standIns }) => standIns.sendBack('otherTabs', { type: 'theme.changedElsewhere' }),
  },
  expected: ({ value, context }) => ({
    mode: chosenIn(value),
    primary: context.primary,
    background: context.background,
  }),
  actual: (theme) => ({
    mode: worn(theme)?.mode ?? null,
    primary: theme.snapshot().context.primary,
    background: theme.snapshot().context.background,
  }),
})

const everyGroup = [...groupNames, 'mode'] as const
const pairs = everyGroup.flatMap((one, index) => everyGroup.slice(index + 1).map((other) => [one, other] as const))

describe('a choice in one group does not change the other group', () => {
  test.each(pairs)('%s and %s are independent', async (one, other) => {
    const theme = await startWorn()
    const before = worn(theme)
    for (const [first, second] of [
      ...product(picksOf(one), picksOf(other)),
      ...product(picksOf(other), picksOf(one)),
    ]) {
      theme.send(first.event)
      theme.send(second.event)
      const after = { ...before, [first.group]: first.choice, [second.group]: second.choice }
      expectSame(worn(theme), after, `after ${first.event.type} and ${second.event.type}`)
      theme.send({ type: 'ResetAll' })
      expectSame(worn(theme), before, 'after ResetAll')
    }
    theme.stop()
  })
})

test('stored colours are applied with their mode', async () => {
  const { journal } = await startWorn({ mode: 'transparent', primary: '#f00', background: '#00f' })
  expect(journal).toContain('does paint {"mode":"transparent","primary":"#f00","background":"#00f"}')
})

test('scrolling pins the header and the menu bar; back at the top they are no longer pinned (THM-6)', async () => {
  const theme = await startWorn()
  const scrolled = (isBeyond: boolean) =>
    theme.standIns.sendBack('pageScroll', { type: 'horizontalmenusticky', ...{ isBeyond } })
  scrolled(true)
  expect(worn(theme)?.sticky).toBe('pinned')
  expect(theme.journal.at(-1)).toBe('does wear {"group":"sticky","choice":"pinned"}')
  scrolled(false)
  expect(worn(theme)?.sticky).toBe('loose')
})

test.each([
  ['otherTabs', 'Aparência de outras abas não observada.'],
  ['systemScheme', 'Preferência do sistema não observada.'],
  ['pageScroll', 'Rolagem da página não observada.'],
])('the theme keeps working if %s fails', async (name, message) => {
  const theme = await startWorn()
  theme.standIns.crash(name)
  expect(theme.journal.at(-1)).toBe(`does logFailure ${JSON.stringify(message)}`)
  theme.send({ type: 'DarkTheme' })
  expect(worn(theme)?.mode).toBe('dark')
})

test.each([['LTR'], ['RTL']] as const)('after %s, a loaded stylesheet changes nothing else', async (type) => {
  const theme = await startWorn({ direction: type === 'LTR' ? 'rtl' : 'ltr' })
  theme.send({ type })
  theme.standIns.resolve('turn', undefined)
  await theme.settle()
  expect([worn(theme)?.direction, theme.standIns.open]).toEqual([
    type.toLowerCase(),
    ['otherTabs', 'pageScroll', 'systemScheme'],
  ])
})

test.each([['LTR'], ['RTL']] as const)('after %s, a stylesheet that fails to load is logged', async (type) => {
  const theme = await startWorn({ direction: type === 'LTR' ? 'rtl' : 'ltr' })
  theme.send({ type })
  theme.standIns.reject('turn')
  await theme.settle()
  expect(theme.journal.at(-1)).toBe('does logFailure "Folha de estilo da direção não carregada."')
  expect(worn(theme)?.direction).toBe(type.toLowerCase())
})

testCoverage(coverage)

function pickOf(group: ChoiceGroup, choice: string): ThemeEvent {
  const types: Readonly<Record<string, string>> = groups[group]
  return { type: types[choice] } as ThemeEvent
}

function picksOf(group: ChoiceGroup | 'mode'): { group: string; choice: string; event: ThemeEvent }[] {
  if (group !== 'mode') return choicesOf(group).map((choice) => ({ group, choice, event: pickOf(group, choice) }))
  const picks = Object.entries(modes).map(([choice, type]) => ({ group, choice, event: { type } as ThemeEvent }))
  const coloured = Object.entries(colourEvents).map(([type, choice]) => ({
    group,
    choice,
    event: { type, color: '#abc' } as ThemeEvent,
  }))
  return [...picks, ...coloured]
}

function product<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.flatMap((one) => others.map((other): [One, Other] => [one, other]))
}
