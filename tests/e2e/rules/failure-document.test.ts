import { axeViolations } from '../parts/axe.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('the failure document opens from the page of the rules, and prints without its menu (AUD-7)', async ({
  page,
  inspected,
}) => {
  const { version } = await (await fetch(`${inspected.url}/version.json`)).json()
  await signIn(page, inspected.url, 'operator', '/regras')
  await page.getByRole('link', { name: 'Abrir o documento' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manual de segurança: quando um dispositivo falha')
  const cover = page.getByRole('table').first()
  const menu = page.getByRole('navigation')

  await test.step('the cover has the build and the people who are responsible for the document', async () => {
    await expect(cover.getByRole('row', { name: 'versão' })).toContainText(version)
    await expect(cover.getByRole('row', { name: 'responsável' })).toContainText('Ana Albuquerque, síndica')
    await expect(cover.getByRole('row', { name: 'aprovador' })).toContainText('não informado')
  })

  await test.step('the page is accessible, and every picture is there', async () => {
    expect(await axeViolations(page)).toEqual([])
    await expect(menu.getByRole('link')).toHaveCount(11)
    const widths = await page.locator('img').evaluateAll(async (images: HTMLImageElement[]) => {
      await Promise.all(images.map((image) => image.decode()))
      return images.map((image) => image.naturalWidth)
    })
    expect(widths.length).toBeGreaterThan(0)
    expect(Math.min(...widths)).toBeGreaterThan(0)
  })

  await test.step('the document has the theme of the panel, with enough contrast, and its list of parts stays beside the text', async () => {
    await page.evaluate(() => {
      localStorage.removeItem('lightTheme')
      localStorage.setItem('darkMode', 'true')
    })
    await page.reload()
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(22, 28, 45)')
    expect(await axeViolations(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await expect(menu).toBeInViewport()
  })

  await test.step('the document prints on A4, with the wide table in landscape format', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(menu).toBeHidden()
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
      [width, height].map((points) => Math.round(Number(points))).join('×'),
    )
    expect(new Set(sizes)).toEqual(new Set(['595×842', '842×595']))
  })
})
