import { expect, signIn, test } from '../parts/panel-test.ts'

test('the page of the rules shows the rules of a day with version, commit and hash (EVI-10, OPS-5)', async ({
  page,
  backend,
}) => {
  const { version, commit } = await (await fetch(`${backend.url}/version.json`)).json()
  expect(version).toContain(`+${commit ?? 'no-commit'}`)
  await signIn(page, backend.url, 'operator', '/regras')
  const rules = page.getByRole('region', { name: /^Em vigor desde / })

  await test.step('the page of today has the rules of the build of the server', async () => {
    await expect(rules).toContainText(version)
    await expect(rules).toContainText('Depois de 5 falhas seguidas, o painel põe o dispositivo em pausa.')
    await expect(rules).toContainText(/Impressão digital[0-9a-f]{64}/)
    await expect(rules).toContainText('São as primeiras regras registradas.')
  })

  await test.step('another day has its own address, and the page explains a day without a record', async () => {
    await page.getByRole('textbox', { name: 'Dia' }).fill('2020-03-03')
    await page.getByRole('button', { name: 'Mostrar' }).click()
    await expect(page).toHaveURL(/\/regras\?em=2020-03-03$/)
    await expect(page.getByText('O servidor não tem registro das regras deste dia')).toBeVisible()
    await expect(rules).toHaveCount(0)
  })

  await test.step('the page explains an impossible day', async () => {
    await page.goto(`${backend.url}/regras?em=2026-02-31`)
    await expect(page.getByText('O endereço tem uma data que não existe. Escolha outra.')).toBeVisible()
  })
})
