import type { Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { startBackendProcess } from '../parts/backend-process.ts'
import { closeIncidents, expect, makeGateEvent, qaCall, signIn, test } from '../parts/panel-test.ts'

const history = (page: Page) => page.getByRole('region', { name: 'O que aconteceu' }).getByRole('listitem')
const procedure = (page: Page) => page.getByRole('region', { name: 'Procedimento' })
const step = (page: Page, name: RegExp) => procedure(page).getByRole('checkbox', { name })

test('a person writes a procedure, works through the procedure, and closes the incident with a reason for the open step (PROC-1, PROC-2)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    await signIn(page, backend.url)
    await test.step('the condominium gets its own procedure for a forced door', async () => {
      await page.goto(`${backend.url}/condominiums/condominio-02`)
      await page.getByRole('link', { name: 'Procedimentos' }).click()
      await expect(page.getByText('É o procedimento de todos os condomínios.').first()).toBeVisible()
      await page.getByRole('button', { name: 'Alterar: Porta forçada' }).click()
      const door = page.getByRole('group', { name: 'Porta forçada' })
      await door.getByRole('textbox', { name: 'Passo 2' }).fill('')
      await page.getByRole('button', { name: 'Salvar' }).click()
      await expect(door.getByText('Escreva o passo.')).toBeVisible()
      await expect(door.getByRole('textbox', { name: 'Passo 2' })).toBeFocused()
      await door.getByRole('textbox', { name: 'Passo 2' }).fill('Falar com quem está na portaria')
      await door.getByRole('button', { name: 'Subir o passo 2' }).click()
      await expect(door.getByRole('textbox', { name: 'Passo 1' })).toHaveValue('Falar com quem está na portaria')
      expect(await axeViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Salvar' }).click()
      await expect(page.getByText('Salvo. Vale a partir da próxima ocorrência.')).toBeVisible()
    })

    await makeGateEvent(backend.url, { condominiumId: 'condominio-02', kind: 'door-forced' })
    await test.step('keys lead to the next step; a call, and a step with a reason', async () => {
      await page.goto(`${backend.url}/incidents`)
      await page
        .getByRole('region', { name: /^Ninguém cuida/ })
        .getByRole('link', { name: /Porta forçada/ })
        .first()
        .click()
      await expect(procedure(page).getByRole('checkbox')).toHaveCount(4)
      await page.keyboard.press('p')
      await expect(step(page, /Falar com quem/)).toBeFocused()
      await page.keyboard.press('Space')
      await expect(step(page, /Falar com quem/)).toBeChecked()
      await expect(history(page).last()).toContainText(' fez: Falar com quem está na portaria.')
      await procedure(page).getByRole('button', { name: 'Não atendeu' }).last().click()
      await expect(procedure(page)).toContainText(/ligou para Síndico: .+, \(\d\d\) [\d-]+.*, não atendeu/)
      await procedure(page).getByRole('button', { name: 'Não fazer…' }).first().click()
      await page.keyboard.press('Enter')
      await expect(procedure(page).getByText('Preencha este campo.')).toBeVisible()
      await page.keyboard.type('Sem câmera')
      await page.keyboard.press('Enter')
      await expect(procedure(page)).toContainText('Não feito: Sem câmera')
      expect(await axeViolations(page)).toEqual([])
    })

    await test.step('closing asks why the required steps are open', async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Encerrar…' }).click()
      await page.getByRole('button', { name: 'Alarme falso' }).click()
      await page.keyboard.press('Enter')
      const reason = page.getByLabel('Por que não foi feito: Avisar o síndico; Confirmar que o acesso está fechado')
      await expect(reason).toBeFocused()
      await page.keyboard.type('Era o morador')
      await page.keyboard.press('Enter')
      await expect(page.getByText('O que foi', { exact: true })).toBeVisible()
      await expect(history(page).last()).toContainText('Alarme falso')
      await expect(history(page).filter({ hasText: 'não fez: Avisar o síndico.' })).toContainText('Era o morador')
      await expect(step(page, /Avisar o síndico/)).toBeDisabled()
    })
  } finally {
    await backend.dispose()
  }
})

test('while an action on a step is sent, the others are off, and a reason that was not sent stays (PROC-2)', async ({
  page,
  backend,
}) => {
  const condominiumId = 'condominio-09'
  const call = await qaCall(backend.url)
  const open = async () => {
    const { result } = (await call('GET', '/rest/incidents/open')) as { result: Record<string, unknown>[] }
    return result.find((each) => each.condominiumId === condominiumId && each.kind === 'door-forced')?.id
  }
  await makeGateEvent(backend.url, { condominiumId, kind: 'door-forced' })
  await expect.poll(open).toBeDefined()
  await signIn(page, backend.url, 'admin', `/incidents/${await open()}`)
  const deeds = '**/deeds'
  const [camera, police] = [step(page, /Ver na câmera/), step(page, /Ligar para a polícia/)]

  let answer: () => Promise<void> = async () => {}
  await page.route(deeds, (route) => {
    answer = () => route.continue()
  })
  await camera.click({ noWaitAfter: true })
  await expect(procedure(page).locator('li[aria-busy=true] .spinner')).toBeVisible()
  await expect(police).toHaveAttribute('aria-disabled', 'true')
  expect(await axeViolations(page)).toEqual([])
  await answer()
  await expect(camera).toBeChecked()
  await expect(police).toHaveAttribute('aria-disabled', 'false')
  await page.unroute(deeds)

  await page.route(deeds, (route) => route.abort('connectionreset'))
  await procedure(page).getByRole('button', { name: 'Não fazer…' }).first().click()
  const reason = procedure(page).getByLabel('Por que não foi feito?')
  await reason.fill('Já estão no local')
  await page.keyboard.press('Enter')
  await expect(procedure(page).getByRole('status')).not.toBeEmpty()
  await expect(reason).toHaveValue('Já estão no local')
  await page.unroute(deeds)
  await procedure(page).getByRole('button', { name: 'Marcar como não feito' }).click()
  await expect(procedure(page)).toContainText('Não feito: Já estão no local')
  await expect(reason).toHaveCount(0)
  await closeIncidents(backend.url)
})

test('the procedure of an incident of many condominiums calls the contacts of the customer (PROC-1, PROC-2)', async ({
  page,
}) => {
  const backend = await startBackendProcess()
  try {
    const call = await qaCall(backend.url)
    const contact = { label: '', name: '', hours: '' }
    const contacts = [
      { ...contact, role: 'internet', name: 'Provedor', phone: '10315' },
      { ...contact, role: 'other', label: 'Bombeiros', phone: '193' },
      { ...contact, role: 'other', label: 'Supervisão', phone: '11955556666' },
    ]
    await call('PUT', '/rest/contacts', { contacts })
    await call('PUT', '/rest/simulator/devices', { fault: 'refuse' })
    type Listed = { result: { id: string; wordCode: string; scope?: string }[] }
    const listed = async (path: string) => ((await call('GET', path)) as Listed).result
    for (const { id } of await listed('/rest/condominium/by-user?userId=user-admin')) {
      const devices = await listed(`/device-control/device?condominiumId=${id}`)
      await Promise.all(devices.map(({ wordCode }) => call('GET', `/rest/api/health/device/${wordCode}`)))
    }
    const ofMany = async () => (await listed('/rest/incidents/open')).find(({ scope }) => scope === 'service')?.id
    await expect.poll(ofMany).toBeDefined()
    await signIn(page, backend.url, 'operator', `/incidents/${await ofMany()}`)
    await expect(procedure(page)).toContainText('Ligar: Internet: Provedor, 10315')
    await expect(procedure(page)).toContainText('Ligar: Supervisão: (11) 95555-6666')
    await expect(procedure(page)).not.toContainText('Bombeiros')
  } finally {
    await backend.dispose()
  }
})
