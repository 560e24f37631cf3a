import { axeViolations } from '../parts/axe.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'

test('both buttons of a product filter the demo list to it, and the list can be reset (SHELL-6)', {
  tag: '@all',
}, async ({ page, backend }) => {
  await signIn(page, backend.url)
  await expect(page.getByRole('link', { name: /produtos/i })).toHaveCount(0)
  await page.goto(`${backend.url}/demo/products`)
  const products = page.getByRole('main').getByRole('listitem')
  await expect(page.getByText('nada está à venda')).toBeVisible()
  await expect(products).toHaveCount(12)
  await expect(products.first()).toContainText('Vaso')
  await expect(products.first()).toContainText('(12)')
  await expect(products.first()).toContainText(/R\$\s120,00/)
  await expect(products.first()).toContainText(/R\$\s89,00/)

  await products.nth(2).getByRole('button', { name: 'Ver produto' }).click()
  await expect(products).toHaveCount(1)
  await expect(products).toContainText('Sapatos')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Mostrar todos' }).click()
  await expect(products).toHaveCount(12)
  await expect(page.getByRole('list', { name: 'Produtos' })).toBeFocused()

  await products.nth(11).getByRole('button', { name: 'Adicionar ao carrinho' }).press('Enter')
  await expect(products).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Apenas o produto escolhido.' })).toBeVisible()
  await expect(products.getByRole('button', { name: 'Adicionar ao carrinho' })).toBeFocused()
})
