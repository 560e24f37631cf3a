import type { NewWallLink } from '../../../contract/wire/answers/wall.ts'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

test('the worklist and the wall name the person on duty, and the wall states that nobody is on duty (CALL-2)', async ({
  page,
  browser,
}) => {
  const backend = await startBackendProcess()
  try {
    const call = await qaCall(backend.url)
    const { token } = (await call('POST', '/rest/wall-links', { name: 'Guarita norte' })) as NewWallLink
    const wall = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
    await wall.goto(`${backend.url}/plantao#${token}`)
    await expect(wall.getByText('Ninguém de plantão')).toBeVisible()
    expect(await axeViolations(wall)).toEqual([])

    await makeGateEvent(backend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
    await page.setViewportSize({ width: 1366, height: 768 })
    await signIn(page, backend.url, 'admin', '/incidents')
    const line = /^De plantão: Ana Albuquerque \(desde \d\d:\d\d\)$/
    await expect(page.getByText(line)).toBeVisible()
    await expect(wall.getByText(line)).toBeVisible()
    expect(await axeViolations(wall)).toEqual([])

    await page
      .getByRole('region', { name: /^Ninguém cuida/ })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
    await expect(page.getByText(line)).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByText(line)).toBeHidden()
    await wall.context().close()
  } finally {
    await backend.dispose()
  }
})
