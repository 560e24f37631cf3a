import type { Page } from '@playwright/test'
import { lookOf } from '../parts/looks.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test.describe.configure({ mode: 'parallel' })

/** Every option of the switcher, with the class that it sets on `<html>`. */
const options = [
  ['Tema', 'Escuro', 'dark-theme'],
  ['Tema', 'Claro', 'light-theme'],
  ['Tema', 'Transparente', 'transparent-theme'],
  ['Tema', 'Fundo 1', 'bg-img1'],
  ['Tema', 'Fundo 2', 'bg-img2'],
  ['Tema', 'Fundo 3', 'bg-img3'],
  ['Tema', 'Fundo 4', 'bg-img4'],
  ['Menu', 'Horizontal, ao clicar', 'horizontal'],
  ['Menu', 'Horizontal, ao passar', 'horizontal-hover'],
  ['Menu', 'Vertical', null],
  ['Menu vertical', 'Só ícones', 'menu-collapsed'],
  ['Menu vertical', 'Com nomes', null],
  ['Estilo do menu', 'Claro', 'light-menu'],
  ['Estilo do menu', 'Cor', 'color-menu'],
  ['Estilo do menu', 'Escuro', 'dark-menu'],
  ['Estilo do menu', 'Gradiente', 'gradient-menu'],
  ['Estilo do menu', 'Do tema', null],
  ['Estilo do cabeçalho', 'Claro', 'light-header'],
  ['Estilo do cabeçalho', 'Cor', 'color-header'],
  ['Estilo do cabeçalho', 'Escuro', 'dark-header'],
  ['Estilo do cabeçalho', 'Gradiente', 'gradient-header'],
  ['Estilo do cabeçalho', 'Do tema', null],
  ['Imagem do menu', 'Imagem 1', 'menu-img1'],
  ['Imagem do menu', 'Imagem 2', 'menu-img2'],
  ['Imagem do menu', 'Imagem 3', 'menu-img3'],
  ['Imagem do menu', 'Imagem 4', 'menu-img4'],
  ['Imagem do menu', 'Imagem 5', 'menu-img5'],
  ['Imagem do menu', 'Nenhuma', null],
  ['Fundo da página', 'Lisa', 'body-style1'],
  ['Fundo da página', 'Padrão', null],
  ['Largura', 'Em caixa', 'layout-boxed'],
  ['Largura', 'Janela inteira', null],
  ['Cabeçalho e menu', 'Rolam com a página', 'scrollable-layout'],
  ['Cabeçalho e menu', 'Fixos', null],
  ['Direção', 'Direita para esquerda', 'rtl'],
  ['Direção', 'Esquerda para direita', null],
] as const

/**
 * Options by round: one option of each group per round, because options of different groups combine and share a reload.
 */
const rounds = Array.from({ length: 7 }, (_, at) =>
  [...Map.groupBy(options, ([legend]) => legend).values()].flatMap((choices) => choices.slice(at, at + 1)),
)

/** Lists the classes that a class implies. */
function kindOf(className: string | null): string[] {
  if (className === 'horizontal-hover') return ['horizontal']
  return className?.startsWith('bg-img') ? ['transparent-theme'] : []
}

async function openSwitcher(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Personalizar' }).click()
  await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
}

async function choose(page: Page, legend: string, label: string): Promise<void> {
  const group = page.getByRole('group', { name: legend, exact: true })
  await group.getByRole('radio', { name: label, exact: true }).check()
}

/** React handles the input event of a colour picker, which Playwright's `fill` fires. */
async function pickColour(page: Page, label: string, colour: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(colour)
  await expect(page.getByLabel(label, { exact: true })).toHaveValue(colour)
}

/** Waits until direction and stylesheet match the class; the panel loads the other stylesheet first (THM-4). */
async function turned(page: Page): Promise<void> {
  await expect(async () => {
    const { classes, dir, stylesheets } = await lookOf(page)
    expect(dir).toBe(classes.includes('rtl') ? 'rtl' : 'ltr')
    expect(stylesheets).toEqual([expect.stringContaining(`bootstrap-${dir}-`)])
  }).toPass({ timeout: 60_000, intervals: [50] })
}

/** Expects the same appearance after a reload, first from the boot script, then from the panel. */
async function expectSameAfterReload(page: Page, chosen = 'what was chosen'): Promise<void> {
  await turned(page)
  const before = await lookOf(page)
  await page.reload()
  expect(await lookOf(page), `before first paint: ${chosen}`).toEqual(before)
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
  expect(await lookOf(page), chosen).toEqual(before)
}

test('every option of the switcher takes effect immediately, replaces the others of its group and survives a reload (THM-2, THM-7)', {
  tag: '@all',
}, async ({ page, backend }) => {
  test.slow()
  await signIn(page, backend.url)
  expect(rounds.flat()).toHaveLength(options.length)
  for (const round of rounds) {
    await openSwitcher(page)
    for (const [legend, label, className] of round) {
      await choose(page, legend, label)
      const { classes } = await lookOf(page)
      const others = options.flatMap(([group, , name]) => (group === legend && name !== null ? [name] : []))
      const set = classes.filter((name) => others.some((other) => other === name))
      expect(set, `${legend}: ${label}`).toEqual(
        [...kindOf(className), ...(className === null ? [] : [className])].sort(),
      )
    }
    await expectSameAfterReload(page, round.map(([legend, label]) => `${legend}: ${label}`).join(', '))
  }
})

test('a combination of all options survives a reload (THM-1, THM-3)', async ({ page, backend }) => {
  await signIn(page, backend.url)
  await openSwitcher(page)
  await choose(page, 'Tema', 'Fundo 3')
  await pickColour(page, 'Cor principal', '#e11d48')
  await choose(page, 'Menu', 'Horizontal, ao passar')
  await choose(page, 'Menu vertical', 'Só ícones')
  await choose(page, 'Estilo do menu', 'Gradiente')
  await choose(page, 'Estilo do cabeçalho', 'Cor')
  await choose(page, 'Imagem do menu', 'Imagem 5')
  await choose(page, 'Fundo da página', 'Lisa')
  await choose(page, 'Largura', 'Em caixa')
  await choose(page, 'Cabeçalho e menu', 'Rolam com a página')
  await choose(page, 'Direção', 'Direita para esquerda')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const { classes, variables } = await lookOf(page)
  expect(classes).toEqual([
    'bg-img3',
    'body-style1',
    'color-header',
    'gradient-menu',
    'horizontal',
    'horizontal-hover',
    'layout-boxed',
    'menu-collapsed',
    'menu-img5',
    'rtl',
    'scrollable-layout',
    'transparent-theme',
  ])
  expect(variables['--primary']).toBe('#e11d48')
  await expectSameAfterReload(page)
})

test('a primary colour applies only to the theme in which it was chosen', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  test.slow()
  await signIn(page, backend.url)
  for (const [theme, primary] of [
    ['Claro', '#b45309'],
    ['Escuro', '#22c55e'],
    ['Transparente', '#fde047'],
    ['Fundo 2', '#a855f7'],
  ] as const) {
    await openSwitcher(page)
    await choose(page, 'Tema', theme)
    await pickColour(page, 'Cor principal', primary)
    expect((await lookOf(page)).variables['--primary'], theme).toBe(primary)
    await expectSameAfterReload(page, `primary colour of ${theme}`)
    await openSwitcher(page)
    await choose(page, 'Tema', theme === 'Claro' ? 'Escuro' : 'Claro')
    expect((await lookOf(page)).variables['--primary'], `after ${theme}`).toBeUndefined()
    await page.keyboard.press('Escape')
  }
})

test('a background colour selects the transparent theme and a readable text colour', { tag: '@all' }, async ({
  page,
  backend,
}) => {
  await signIn(page, backend.url)
  await openSwitcher(page)
  await pickColour(page, 'Cor de fundo', '#fef9c3')
  await expect(page.getByRole('radio', { name: 'Transparente' })).toBeChecked()
  const { scheme, variables } = await lookOf(page)
  expect([scheme, variables['--page']]).toEqual(['light', '#fef9c3'])
  await expectSameAfterReload(page)
})

test('Reset All asks for confirmation, restores the defaults, and keeps session and condominium (THM-2)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url)
  await page.getByRole('combobox', { name: 'Buscar Condomínio' }).fill('agua viva')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  const selected = page.getByLabel('Condomínio selecionado')
  await expect(selected).toHaveValue('Edifício Água Viva')
  await page.goBack()
  const version = await page.evaluate(() => localStorage.getItem('frontend_version'))
  await page.evaluate(() => localStorage.setItem('something', 'else'))

  await openSwitcher(page)
  await choose(page, 'Tema', 'Fundo 1')
  await choose(page, 'Menu', 'Horizontal, ao clicar')
  await choose(page, 'Direção', 'Direita para esquerda')
  await turned(page)

  await page.getByRole('button', { name: 'Redefinir tudo' }).click()
  const question = page.getByRole('dialog', { name: 'Redefinir a aparência?' })
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
  expect((await lookOf(page)).dir).toBe('rtl')

  await page.getByRole('button', { name: 'Redefinir tudo' }).click()
  await question.getByRole('button', { name: 'Redefinir tudo' }).click()
  await expect
    .poll(() => lookOf(page))
    .toMatchObject({ classes: ['light-theme'], dir: 'ltr', scheme: 'light', variables: {} })
  await turned(page)
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'alertSound',
    'condominium',
    'frontend_version',
    'lightTheme',
    'user',
  ])
  expect(await page.evaluate(() => localStorage.getItem('frontend_version'))).toBe(version)
  await expectSameAfterReload(page)
  await expect(selected).toHaveValue('Edifício Água Viva')
})

test('the switcher works by keyboard alone and returns the focus (SHELL-7)', async ({ page, backend }) => {
  await signIn(page, backend.url)
  const button = page.getByRole('button', { name: 'Personalizar' })
  await button.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Personalizar' })
  await expect(panel).toBeVisible()
  await page.getByRole('radio', { name: 'Claro' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Escuro' }).first()).toBeChecked()
  expect((await lookOf(page)).scheme).toBe('dark')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
})

test('the page stays usable while the switcher is open', { tag: '@all' }, async ({ page, backend }) => {
  await signIn(page, backend.url)
  await openSwitcher(page)
  await page.getByRole('link', { name: 'Condomínios', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Condomínios' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Personalizar' })).toBeVisible()
})

test('another tab applies the options that are chosen here', { tag: '@all' }, async ({ page, context, backend }) => {
  await signIn(page, backend.url)
  const other = await context.newPage()
  await other.goto(`${backend.url}/dashboard`)
  await expect(other.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
  await openSwitcher(page)
  await choose(page, 'Tema', 'Fundo 4')
  await choose(page, 'Largura', 'Em caixa')
  await expect.poll(async () => (await lookOf(other)).classes).toEqual(['bg-img4', 'layout-boxed', 'transparent-theme'])
  expect((await lookOf(page)).classes).toEqual(['bg-img4', 'layout-boxed', 'transparent-theme'])
})
