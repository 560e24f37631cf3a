import type { Browser, Page } from '@playwright/test'
import type { NewWallLink } from '../../../contract/wire/answers/wall.ts'
import { axeViolations } from '../parts/axe.ts'
import { countTones, holdSoundBack, tones } from '../parts/page-sound.ts'
import { closeIncidents, expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

const condominiumId = 'condominio-01'
/** Any current status of the wall: incidents of other tests change the text. */
const currentStatus = /^(?!Consultando|Parado|Este link)./

const sentence = (page: Page) => page.locator('.wall-text')
const incidents = (page: Page) => page.getByRole('region', { name: 'Ocorrências' }).getByRole('listitem')

async function linkAt(url: string): Promise<NewWallLink> {
  const call = await qaCall(url)
  return (await call('POST', '/rest/wall-links', { name: 'Guarita norte' })) as NewWallLink
}

/** Opens the wall view in a new browser context without a session. */
async function openWall(browser: Browser, url: string, isClockOurs = true): Promise<Page> {
  const { token } = await linkAt(url)
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await countTones(page)
  await holdSoundBack(page)
  if (isClockOurs) await page.clock.install()
  await page.goto(`${url}/plantao#${token}`)
  return page
}

test.describe('the wall view (INC-8)', () => {
  test.afterEach(({ backend }) => closeIncidents(backend.url))

  test('an operator makes a wall link on the profile, sees it once, opens it on another screen and revokes it', async ({
    page,
    browser,
    backend,
  }) => {
    await signIn(page, backend.url, 'operator', '/pages/profile')
    const card = page.getByRole('region', { name: 'Modo plantão' })
    await card.getByRole('button', { name: 'Fazer link' }).click()
    await expect(card.getByLabel('Onde fica a tela')).toHaveAccessibleDescription('Preencha este campo.')
    await card.getByLabel('Onde fica a tela').fill('Sala da ronda')
    await card.getByLabel('Onde fica a tela').press('Enter')
    const address = await card.getByLabel('Link de Sala da ronda').inputValue()
    await card.getByRole('button', { name: 'Copiar' }).click()
    await expect(card.getByRole('status').filter({ hasText: /copi/ })).toBeVisible()
    expect(await axeViolations(card)).toEqual([])

    const wall = await (await browser.newContext()).newPage()
    await wall.clock.install()
    await wall.goto(address)
    await expect(wall.getByText('Sala da ronda')).toBeVisible()
    await expect(sentence(wall)).toHaveText(currentStatus)
    expect(await wall.evaluate(() => Object.keys(localStorage)), 'the wall stores no data of a user').toEqual([])

    await page.reload()
    await expect(card.getByText('Sala da ronda')).toBeVisible()
    await expect(card.getByLabel('Link de Sala da ronda'), 'the secret is shown once').toHaveCount(0)
    await expect(card.getByRole('listitem').filter({ hasText: 'Sala da ronda' })).toContainText('visto há')
    await card.getByRole('listitem').filter({ hasText: 'Sala da ronda' }).getByRole('button').click()
    await expect(card.getByRole('status').filter({ hasText: 'Link revogado' })).toBeVisible()
    await wall.clock.runFor(5_000)
    await expect(sentence(wall)).toHaveText('Este link não vale mais.')
    await expect(wall.getByRole('region', { name: 'Últimos eventos' })).toHaveCount(0)
    expect(await axeViolations(wall)).toEqual([])
    await wall.context().close()
  })

  test('a new unclaimed incident is on the wall and sounds once; a claimed incident names its owner', {
    tag: '@all',
  }, async ({ browser, backend }) => {
    const wall = await openWall(browser, backend.url)
    await expect(sentence(wall)).toHaveText(currentStatus)
    await wall.getByRole('button', { name: 'Permitir o som' }).click()
    await expect(wall.getByRole('button', { name: 'Permitir o som' })).toHaveCount(0)
    await expect.poll(() => tones(wall), 'the button permits sound').toBeGreaterThan(0)
    const tried = await tones(wall)
    await wall.clock.runFor(2_000)

    await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
    await expect(incidents(wall)).toContainText(['Porta forçada'])
    await expect(incidents(wall)).toContainText(['Ninguém está cuidando ainda'])
    await expect(sentence(wall)).toContainText('Porta forçada')
    await expect.poll(() => tones(wall)).toBe(2 * tried)
    expect(await axeViolations(wall)).toEqual([])

    const call = await qaCall(backend.url)
    const { result } = (await call('GET', '/rest/incidents/open')) as { result: { id: string }[] }
    await call('POST', `/rest/incidents/${result[0]?.id}/deeds`, { deed: 'claim' })
    await expect(incidents(wall)).toContainText([/\S+ está cuidando/])
    expect(await tones(wall), 'a claimed incident does not sound').toBe(2 * tried)

    await wall.getByRole('switch', { name: 'Som' }).click()
    await wall.reload()
    await expect(wall.getByRole('switch', { name: 'Som' }), 'the setting is stored for this screen').not.toBeChecked()
    await wall.context().close()
  })

  test('the wall loads only its own small script besides the scripts of the sign-in page', async ({
    browser,
    backend,
  }) => {
    const { token } = await linkAt(backend.url)
    const page = await (await browser.newContext()).newPage()
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('.js'))
        scripts.push(new URL(response.url()).pathname.replace(/^\/assets\/|-.{8}\.js$/g, ''))
    })
    await page.goto(`${backend.url}/plantao#${token}`)
    await expect(sentence(page)).toHaveText(currentStatus)
    expect(scripts).toEqual(expect.arrayContaining(['panel', 'gate-words', 'wall-view']))
    expect(scripts).not.toContain('signed-in')
    await page.context().close()
  })

  test('a wall whose main thread hangs shows that it has stopped', { tag: '@all' }, async ({
    browser,
    page,
    backend,
  }) => {
    const wall = await openWall(browser, backend.url, false)
    await expect(sentence(wall)).toHaveText(currentStatus)
    const notice = await wall.locator('.wall-frozen').boundingBox()
    const cdp = await wall.context().newCDPSession(wall)
    const frames: string[] = []
    cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
      frames.push(data)
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    })
    await cdp.send('Page.startScreencast', { format: 'png' })
    const colourAt = (frame: string) =>
      page.evaluate(
        async ({ frame, x, y }) => {
          const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${frame}`)).blob())
          const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
          canvas?.drawImage(picture, 0, 0)
          return [...(canvas?.getImageData(x, y, 1, 1).data ?? [])].join(' ')
        },
        { frame, x: 5, y: Math.round((notice?.y ?? 0) + 5) },
      )
    await expect.poll(() => frames.length).toBeGreaterThan(0)
    const alive = await colourAt(frames.at(-1) ?? '')
    let isHanging = true
    const hanging = wall
      .evaluate(() => {
        const end = performance.now() + 8_000
        while (performance.now() < end);
      })
      .then(() => {
        isHanging = false
      })
    await expect.poll(async () => (await colourAt(frames.at(-1) ?? '')) !== alive && isHanging).toBe(true)
    await hanging
    await expect.poll(async () => colourAt(frames.at(-1) ?? ''), 'the wall runs again').toBe(alive)
    await wall.context().close()
  })
})

test('a wall without its server shows the time of the last contact, claims nothing and recovers by itself (INC-8)', async ({
  browser,
  backend,
}) => {
  const wall = await openWall(browser, backend.url)
  await expect(sentence(wall)).toHaveText(currentStatus)
  const beat = wall.locator('.wall-beat')
  const before = await beat.textContent()
  await expect(beat).not.toHaveText(before ?? '')
  await backend.stop()
  await wall.clock.runFor(30_000)
  await expect(sentence(wall)).toHaveText(/^Parado desde \d\d:\d\d:\d\d: sem contato com o servidor\.$/)
  await backend.start()
  await wall.clock.runFor(5_000)
  await expect(sentence(wall)).toHaveText(currentStatus)
  await wall.context().close()
})
