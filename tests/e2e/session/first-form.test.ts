import type { Page } from '@playwright/test'
import { demoPassword } from '../../prepared-database.ts'
import { inTurn } from '../parts/in-turn.ts'
import { type Look, store } from '../parts/looks.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

const looks: Look[] = [
  { name: 'light', stored: {}, classes: ['light-theme'], scheme: 'light', dir: 'ltr' },
  { name: 'dark', stored: { darkMode: 'true' }, classes: ['dark-theme'], scheme: 'dark', dir: 'ltr' },
  { name: 'right to left', stored: { rtl: 'true' }, classes: ['light-theme', 'rtl'], scheme: 'light', dir: 'rtl' },
  {
    name: 'picture, horizontal menu, own colour, right to left',
    stored: {
      transparentMode: 'true',
      backgroundImage: 'bg-img2',
      horizontalLayout: 'true',
      transparentBgImgPrimaryColor: '#7a1fa2',
      rtl: 'true',
    },
    classes: ['transparent-theme', 'bg-img2', 'horizontal', 'rtl'],
    scheme: 'dark',
    dir: 'rtl',
  },
]

/** Opens an address and holds the panel's script back; the returned function releases it. */
async function openWithoutPanel(page: Page, url: string): Promise<() => Promise<void>> {
  let letCome = () => {}
  const isLet = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route('**/assets/panel-*.js', async (route) => {
    await isLet
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  return async () => {
    letCome()
    await page.waitForLoadState()
  }
}

const email = (page: Page) => page.getByLabel('E-mail')
const password = (page: Page) => page.getByLabel('Senha', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Entrar' })
const splash = (page: Page) => page.locator('div.splash')

/** Waits until the panel controls the page and the splash is gone. */
async function expectLive(page: Page): Promise<void> {
  await expect(page).toHaveTitle('Entrar · Guarita')
  await expect(splash(page)).toHaveCount(0)
}

test.describe('the sign-in page before the panel has loaded (SES-11)', () => {
  test('accepts typing, and Enter submits the form once the panel has loaded', async ({ page, backend }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
    const panelComes = await openWithoutPanel(page, backend.url)
    await expect(email(page)).toBeFocused()
    await expect(splash(page)).toBeHidden()
    await expect(page).toHaveURL(/\/login$/)
    await page.keyboard.type('admin@guarita.demo')
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.getByLabel('Manter conectado').check()
    await password(page).press('Enter')
    // A busy button has a spinner.
    const spinner = () => submit(page).evaluate((button) => getComputedStyle(button, '::before').content)
    expect(await spinner()).toBe('""')
    await expect(page).toHaveURL(/\/login$/)
    await panelComes()
    await expect(page).toHaveURL(/\/dashboard$/)
    const session = (await page.context().cookies()).find(({ name }) => name === 'session')
    expect(JSON.parse(decodeURIComponent(session?.value ?? '{}'))).toMatchObject({ remember: true })
    const sent = asked.filter((line) => line.includes('sign-in') || line.includes(demoPassword))
    expect(sent).toEqual([`POST ${backend.url}/rest/auth/sign-in`])
    expect(asked.filter((line) => /^GET .*(?:login|\/$|\?remember)/.test(line))).toEqual([`GET ${backend.url}/`])
  })

  test('keeps typed text, caret and focus when the panel takes over, and changes no element', async ({
    page,
    backend,
  }) => {
    const panelComes = await openWithoutPanel(page, `${backend.url}/login?next=%2Fdevices`)
    await email(page).pressSequentially('ana@exemplo.com')
    await password(page).pressSequentially('segredo')
    await password(page).evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5, 'backward'))
    // A password manager fills in a field without an event.
    await email(page).evaluate((field: HTMLInputElement) => {
      field.value = 'admin@guarita.demo'
    })
    const before = await page.evaluateHandle(() => ({
      fields: [...document.querySelectorAll('input')],
      focused: document.activeElement,
      markup: document.querySelector('#root')?.innerHTML,
    }))
    await panelComes()
    await expectLive(page)
    const after = await before.evaluate(({ fields, focused, markup }) => {
      const [, secret] = fields
      return {
        areTheSame: [...document.querySelectorAll('input')].every((field, index) => field === fields[index]),
        isFocused: focused === secret && document.activeElement === secret,
        selection: [secret?.selectionStart, secret?.selectionEnd, secret?.selectionDirection],
        values: fields.map(({ value }) => value),
        isAsBuilt: document.querySelector('#root')?.innerHTML === markup,
      }
    })
    expect(after).toEqual({
      areTheSame: true,
      isFocused: true,
      selection: [2, 5, 'backward'],
      values: ['admin@guarita.demo', 'segredo', 'on'],
      isAsBuilt: true,
    })

    await password(page).fill(demoPassword)
    await submit(page).click()
    await expect(page).toHaveURL(/\/devices$/)
  })

  test('keeps clicks and texts of a password manager, and applies the configuration', async ({ page, backend }) => {
    await page.route('**/config.json', (route) => route.fulfill({ json: { sharedComputer: true } }))
    const panelComes = await openWithoutPanel(page, `${backend.url}/pages/custompages/signin`)
    await page.getByRole('button', { name: 'Mostrar caracteres' }).click()
    await submit(page).click()
    await panelComes()
    await expect(page.getByText('Informe o e-mail.')).toBeVisible()
    await expect(email(page)).toBeFocused()
    await expect(password(page)).toHaveAttribute('type', 'text')
    await expect(page.getByLabel('Manter conectado')).toHaveAccessibleDescription(/até fechar o navegador/)

    const panelComesAgain = await openWithoutPanel(page, `${backend.url}/login`)
    for (const [field, value] of [
      [email(page), 'admin@guarita.demo'],
      [password(page), demoPassword],
    ] as const)
      await field.evaluate((input: HTMLInputElement, filledIn) => {
        input.value = filledIn
      }, value)
    await submit(page).click()
    await panelComesAgain()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  for (const look of inTurn(looks, 3))
    test(`has the same pixels as the page with the panel: ${look.name}`, async ({ page, backend }) => {
      await page.goto(`${backend.url}/icon.svg`)
      await store(page, look, looks)
      const panelComes = await openWithoutPanel(page, `${backend.url}/login`)
      await expect(email(page)).toBeFocused()
      const { classes, scheme, dir } = look
      const root = page.locator('html')
      await expect(root).toHaveClass(new RegExp(classes.map((name) => `(?=.*\\b${name}\\b)`).join('')))
      await expect(root).toHaveAttribute('data-bs-theme', scheme)
      await expect(root).toHaveAttribute('dir', dir)
      const first = await page.screenshot()
      await panelComes()
      await expectLive(page)
      expect(first.equals(await page.screenshot()), 'all pixels are equal').toBe(true)
    })

  test('is the same markup that the panel renders itself', { tag: '@all' }, async ({ page, backend }) => {
    const drawn = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('#root *')].map((element) => {
          const attributes = [...element.attributes].map(({ name, value }) => `${name}="${value}"`)
          const own = attributes.filter((attribute) => !attribute.startsWith('autofocus')).toSorted()
          const text = element.childElementCount === 0 ? element.textContent : ''
          return `${element.localName} ${own.join(' ').replaceAll(/_[rR]_\w*?_(?=-)/g, '')} ${text}`
        }),
      )
    await page.goto(`${backend.url}/login`)
    await expectLive(page)
    const taken = await drawn()
    const panelComes = await openWithoutPanel(page, `${backend.url}/devices`)
    await expect(splash(page)).toBeVisible()
    await expect(email(page)).toBeHidden()
    await panelComes()
    await expectLive(page)
    await expect(page).toHaveURL(/\/login\?next=%2Fdevices$/)
    await expect(email(page)).toBeFocused()
    expect(await drawn()).toEqual(taken)
  })

  test('is not shown on other pages or to a signed-in user', async ({ page, backend }) => {
    const expectSplash = async (path: string, heading: string | RegExp) => {
      const panelComes = await openWithoutPanel(page, backend.url + path)
      await expect(splash(page)).toBeVisible()
      await expect(email(page)).toBeHidden()
      await watchForm(page)
      await panelComes()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect(await page.evaluate(() => window.hasSeenForm), path).toBe(false)
    }
    await expectSplash('/convite', /./)
    await expectSplash('/licencas', /Licenças/)
    await expectSplash('/nowhere', 'Unexpected Application Error!')
    await expect(page.getByText('404 Not Found')).toBeVisible()
    await signIn(page, backend.url)
    await expectSplash('/login', 'Painel')
    await expectSplash('/devices', 'Dispositivos')
  })

  test('stays hidden if data of another version is stored, because the panel reloads the page (VER-1)', async ({
    page,
    backend,
  }) => {
    await page.goto(`${backend.url}/icon.svg`)
    await page.evaluate(() => localStorage.setItem('frontend_version', 'another'))
    const panelComes = await openWithoutPanel(page, `${backend.url}/login`)
    await expect(splash(page)).toBeVisible()
    await expect(email(page)).toBeHidden()
    await panelComes()
    await expectLive(page)
    await expect(email(page)).toBeFocused()
  })
})

declare global {
  interface Window {
    hasSeenForm?: boolean
  }
}

/** Checks in every frame whether the form is visible. */
async function watchForm(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.hasSeenForm = false
    const check = () => {
      window.hasSeenForm ||= document.querySelector('[name=remember]')?.checkVisibility() ?? false
      requestAnimationFrame(check)
    }
    check()
  })
}
