import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

const place = 'Residencial Montanhês'
const placeId = 'condominio-11'

/** Goes to an address inside the panel, as a link does. */
function goTo(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), address)
}

/** Delivers changes to the observers of the page as a busy browser does: several changes together, in their order. */
async function observeLate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        let pending: IntersectionObserverEntry[] = []
        super((entries, observer) => {
          if (pending.length === 0)
            setTimeout(() => {
              callback(pending, observer)
              pending = []
            }, 400)
          pending.push(...entries)
        }, options)
      }
    }
  })
}

test.afterEach(({ backend }) => closeIncidents(backend.url))

test('events are found by condominium, kind and minute, back to the first event, exported and printed (PAGE-3)', async ({
  page,
  backend,
}) => {
  await observeLate(page)
  await signIn(page, backend.url, 'admin', '/events')
  const rows = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
  const notice = page.getByRole('alert')
  const selectPlace = () => page.getByLabel('Condomínio', { exact: true }).selectOption(place)

  await test.step('the filter is stored in the address, and Back undoes it', async () => {
    await expect(rows).toHaveCount(50)
    await selectPlace()
    await expect(page).toHaveURL(new RegExp(`/events\\?condominio=${placeId}$`))
    await expect(rows).toHaveCount(25)
    await page.getByLabel('Tipo').selectOption('Acesso liberado')
    await expect(page).toHaveURL(/tipo=access-granted$/)
    await expect(rows.filter({ hasNotText: 'Acesso liberado' })).toHaveCount(0)
    await page.goBack()
    await expect(page.getByLabel('Tipo')).toHaveValue('')
    await expect(rows).toHaveCount(25)
  })

  await test.step('a minute is enough to find an event', async () => {
    const some = rows.nth(7).locator('time')
    const at = new Date((await some.getAttribute('datetime')) ?? '')
    const minute = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await page.getByLabel('De', { exact: true }).fill(minute)
    await page.getByLabel('Até', { exact: true }).fill(minute)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`de=${minute}&ate=${minute}$`))
    await expect(rows.first().locator('time')).toHaveAttribute('datetime', at.toISOString())
    await expect(rows).not.toHaveCount(25)
    await page.getByLabel('Até', { exact: true }).fill('2020-01-01T00:00')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await expect(page.getByText('O período termina antes de começar')).toBeVisible()
  })

  await test.step('new events are offered and do not move the list', async () => {
    await page.getByRole('link', { name: 'Limpar filtro' }).click()
    await selectPlace()
    await expect(rows).toHaveCount(25)
    const first = await rows.first().locator('time').getAttribute('datetime')
    await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'intercom' })
    await makeGateEvent(backend.url, { condominiumId: placeId, kind: 'gate-held-open' })
    const offer = page.getByRole('button', { name: '1 evento novo' })
    await expect(offer).toBeVisible()
    await expect(rows.first().locator('time')).toHaveAttribute('datetime', first ?? '')
    await offer.click()
    await expect(rows.first()).toContainText('Portão aberto além do tempo')
    await expect(offer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 }), 'the offer disappeared with its focus').toBeFocused()
  })

  await test.step('the file has words, local time and UTC', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exportar CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^eventos-.*\.csv$/)
    const [header, newest, ...others] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(header).toBe(
      '\uFEFFData e hora (local);Fuso;Data e hora (UTC);Evento;Descrição;Condomínio;Dispositivo;Código;Endereço IP;Número',
    )
    expect(newest).toMatch(
      /^\d\d\/\d\d\/\d{4} [\d:]{8};UTC-3;\d{4}-.*Z;Portão aberto além do tempo;.*;Residencial Montanhês;/,
    )
    expect(others).toHaveLength(25)
    await expect(page.getByText('O arquivo foi entregue ao navegador.')).toBeVisible()
  })

  await test.step('a printed page names its filter, and has neither menu nor form', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(`De ${place}. Horários em UTC-3.`)).toBeVisible()
    for (const name of ['Filtrar', 'Notificações']) await expect(page.getByRole('button', { name })).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('scrolling reaches the first event, and a failed page is loaded again', async () => {
    await page.route('**/rest/events?*cursor=*', (route) => route.abort(), { times: 1 })
    await goTo(page, '/events')
    await expect(rows.first()).toContainText('Portão aberto além do tempo')
    await page.mouse.move(700, 600)
    await expect(async () => {
      await page.mouse.wheel(0, 3_000)
      await expect(notice.filter({ hasText: 'Não foi possível buscar os eventos.' })).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [50] })
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(async () => {
      await page.mouse.wheel(0, 100_000)
      await expect(page.getByText('Fim: não há eventos anteriores.')).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [50] })
    const call = await qaCall(backend.url)
    const { result } = (await call('GET', '/rest/events?limit=1000')) as { result: unknown[] }
    await expect(rows).toHaveCount(result.length)
  })

  await test.step('a condominium that the user may not see leads to a hint', async () => {
    await goTo(page, '/events?condominio=nenhum')
    await page.getByRole('link', { name: 'Ver os eventos dos seus condomínios' }).click()
    await expect(rows).toHaveCount(50)
  })

  await test.step('a row leads to its device and to its condominium', async () => {
    await goTo(page, `/events?condominio=${placeId}`)
    await expect(rows.first().getByRole('link', { name: place })).toHaveAttribute('href', `/condominiums/${placeId}`)
    await rows.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/devices\/MONTANHES-/)
  })
})

test('an event is found by the name of its device, an hour or the last night (DESK-7)', async ({ page, backend }) => {
  await signIn(page, backend.url, 'admin', '/events')
  const rows = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
  const device = page.getByLabel('Dispositivo', { exact: true })
  const submit = page.getByRole('button', { name: 'Filtrar' })

  await test.step('a name of several devices offers them, and a part of a name of one device is enough', async () => {
    await device.fill('catraca torre')
    await expect(page.locator('datalist option[value=AGUAVIVA-03]')).toHaveText('Catraca Torre A, Edifício Água Viva')
    await page.keyboard.press('Enter')
    const choice = page.getByRole('group', { name: 'Dispositivos com este texto' })
    await expect(choice.getByRole('button')).toHaveCount(3)
    expect(await axeViolations(page)).toEqual([])
    await choice.getByRole('button', { name: 'Catraca Torre B, Residencial Montanhês' }).click()
    await expect(page).toHaveURL(/\?dispositivo=MONTANHES-03$/)
    await expect(choice).toHaveCount(0)
    await expect(device).toHaveValue('MONTANHES-03')
    await device.fill('salao de festas')
    await page.getByLabel('Tipo').selectOption('Acesso liberado')
    await expect(page).toHaveURL(/\?dispositivo=MONTANHES-04&tipo=access-granted$/)
    await device.fill('nada-disso')
    await submit.click()
    await expect(page).toHaveURL(/dispositivo=nada-disso/)
  })

  await test.step('the choice of a condominium offers its devices only', async () => {
    await page.getByRole('link', { name: 'Limpar filtro' }).click()
    await page.getByLabel('Condomínio', { exact: true }).selectOption(place)
    await device.fill('catraca torre')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/dispositivo=MONTANHES-03/)
  })

  await test.step('a time of day selects the 15 minutes before and after it, and the last night ends at 6:00', async () => {
    await page.getByRole('link', { name: 'Limpar filtro' }).click()
    await page.getByLabel('Por volta de').fill('2026-03-01T00:05')
    await submit.click()
    await expect(page).toHaveURL(/\?de=2026-02-28T23:50&ate=2026-03-01T00:20$/)
    await expect(page.getByLabel('De', { exact: true })).toHaveValue('2026-02-28T23:50')
    await expect(page.getByLabel('Por volta de')).toHaveValue('')
    await page.getByRole('button', { name: 'Noite passada' }).click()
    await expect(page).toHaveURL(/\?de=\d{4}-\d\d-\d\dT22:00&ate=\d{4}-\d\d-\d\dT06:00$/)
  })

  await test.step('an empty minute shows the nearest event before and after', async () => {
    await goTo(page, '/events?dispositivo=MONTANHES-03')
    const times = rows.locator('time')
    await expect(rows.filter({ hasNotText: 'Catraca Torre B' })).toHaveCount(0)
    const [newer, older] = await Promise.all([0, 1].map((index) => times.nth(index).getAttribute('datetime')))
    const between = new Date((Date.parse(newer ?? '') + Date.parse(older ?? '')) / 2)
    const minute = new Date(between.getTime() - between.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    await goTo(page, `/events?dispositivo=MONTANHES-03&de=${minute}&ate=${minute}`)
    await expect(page.getByText('Nenhum evento passa por este filtro.')).toBeVisible()
    const nearest = (side: string) => page.getByRole('region', { name: `mais próximo ${side} deste período` })
    await expect(nearest('antes').locator('time')).toHaveAttribute('datetime', older ?? '')
    await expect(nearest('depois').locator('time')).toHaveAttribute('datetime', newer ?? '')
  })
})

for (const width of [1280, 360])
  test(`Back finds the same row at the same height, with all loaded rows, at ${width} px (DESK-7)`, async ({
    page,
    backend,
  }) => {
    await page.setViewportSize({ width, height: 720 })
    await signIn(page, backend.url, 'admin', '/events')
    const rows = page.getByRole('list', { name: 'Eventos' }).getByRole('listitem')
    await expect(rows).toHaveCount(50)
    await expect(async () => {
      await page.mouse.wheel(0, 3_000)
      expect(await rows.count()).toBeGreaterThan(100)
    }).toPass({ intervals: [100] })
    const row = rows.nth(80)
    await row.scrollIntoViewIfNeeded()
    const link = row.getByRole('link').nth(1)
    // Playwright may scroll the link from below a fixed bar.
    await link.hover()
    const count = await rows.count()
    const top = await row.evaluate((element) => element.getBoundingClientRect().top)
    await link.click()
    await expect(page).toHaveURL(/\/devices\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goBack()
    await expect(row.getByRole('link').first()).toBeFocused()
    await expect(rows).toHaveCount(count)
    const distance = () => row.evaluate((element, top) => Math.abs(element.getBoundingClientRect().top - top), top)
    await expect.poll(distance).toBeLessThan(4)
  })
