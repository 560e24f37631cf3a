import type { Page } from '@playwright/test'
import { condominiumIdOf, expect, signInByForm, test } from '../parts/panel-test.ts'

/** Keys that docs/kept-in-the-browser.md keeps after a sign-out: choices for this computer, without a person. */
const choices =
  /^(alertSound|frontend_version|guarita:alert-turn|serverWithoutIncidents|typeface|wallSound|darkMode|rtl|compact|.*[Tt]heme.*)$/

const stored = (page: Page) =>
  page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)] as [string, string][])

test('after a sign-out the browser keeps nothing of the person in its storages (SES-8)', async ({ page, backend }) => {
  await signInByForm(page, backend.url)
  const user: { userId: string } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'))
  const condominiumId = await condominiumIdOf(page, 'Edifício Maranhão', backend.url)
  await page.goto(`${backend.url}/condominiums/${condominiumId}`)
  const visits = `guarita:visits:${user.userId}`
  await expect.poll(async () => (await stored(page)).map(([key]) => key)).toContain(visits)
  await page.goto(`${backend.url}/handover`)
  await page.locator('textarea').fill('Portão rangendo.')
  await expect
    .poll(async () => (await stored(page)).map(([key]) => key))
    .toContain(`guarita:handover-note:${user.userId}`)

  await page.getByRole('button', { name: /^Menu d/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect.poll(async () => (await stored(page)).filter(([key]) => !choices.test(key))).toEqual([])
  expect(JSON.stringify(await stored(page))).not.toContain(user.userId)
  // The cookie `guarita-browser` identifies the browser at the next sign-in; its id does not name a person.
  expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(['XSRF-TOKEN', 'guarita-browser'])
})
