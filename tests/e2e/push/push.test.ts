import type { BrowserContext, Page } from '@playwright/test'
import { axeViolations } from '../parts/axe.ts'
import { closeIncidents, makeGateEvent, qaCall, signIn } from '../parts/panel-test.ts'
import { expect, pushToken, test } from './push-browser.ts'

const door = {
  fcmMessageId: 'm1',
  notification: { title: 'Porta <b>forçada</b>', body: 'Edifício Água Viva: <img src=x onerror=alert(1)>' },
  data: { wordCode: 'AGUA-VIVA-01' },
}

function profileCard(page: Page) {
  return page.getByRole('region', { name: 'Notificações do navegador' })
}

async function openProfile(page: Page, url: string): Promise<void> {
  await signIn(page, url, 'admin', '/pages/profile')
}

async function undecide(context: BrowserContext, origin: string): Promise<void> {
  const cdp = await context.browser()?.newBrowserCDPSession()
  const page = context.pages()[0]
  if (cdp === undefined || page === undefined) throw new Error('no browser')
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo')
  await cdp.send('Browser.setPermission', {
    permission: { name: 'notifications' },
    setting: 'prompt',
    origin,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  })
}

test('the worker is served at the root, without cache and without scripts of other hosts', async ({
  request,
  pushBackend,
}) => {
  const worker = await request.get(`${pushBackend.url}/firebase-messaging-sw.js`)
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  })
  expect(await worker.text()).not.toMatch(/importScripts|gstatic/)
})

test('a push message on a visible page is shown once, as text (PUSH-2)', async ({ page, push, pushBackend }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(pushBackend.url)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await push.grant()
  await signIn(page, pushBackend.url)
  await push.subscribed()
  const before = Number((await page.locator('.bell-badge').textContent()) ?? 0)
  await push.deliver(door)
  const toast = page.locator('.push-toast')
  // After its animation a toast stays while the window has no focus. Otherwise it would close after 5 s.
  await expect(page.locator('.Toastify__toast')).not.toHaveClass(/Toastify--animate/)
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expect(toast).toContainText('<img src=x onerror=alert(1)>')
  expect(await axeViolations(page)).toEqual([])
  await expect(page.locator('.bell-badge')).toHaveText(`${before + 1}`)
  await push.deliver(door)
  await push.deliver({ fcmMessageId: 'm2', data: {} })
  await expect(toast.filter({ hasText: 'Novo aviso' })).toBeVisible()
  await expect(page.locator('.bell-badge')).toHaveText(`${before + 2}`)

  await toast.filter({ hasText: 'Porta' }).getByRole('link', { name: 'Ver no painel' }).click()
  await expect(page).toHaveURL(/\/devices\/AGUA-VIVA-01$/)
  await page.mouse.move(0, 0)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(toast, 'after 5 s').toHaveCount(0)

  await page.getByRole('button', { name: 'Notificações' }).click()
  const item = page.getByRole('dialog', { name: 'Notificações' }).getByRole('listitem').filter({ hasText: 'Porta <b>' })
  await expect(item).toContainText('Não lida')
  await item.getByRole('link', { name: /Porta/ }).click()
  await expect(page).toHaveURL(/\/devices\/AGUA-VIVA-01$/)
  await page.getByRole('button', { name: 'Notificações' }).click()
  await expect(item).not.toContainText('Não lida')
  await item.getByRole('button', { name: 'Excluir notificação' }).click()
  await expect(item).toHaveCount(0)

  expect(push.log.join('\n')).toContain('Token push obtido. token: fGte…')
  expect([...push.log, ...sent].join('\n')).not.toContain(pushToken)
  expect(sent.join('\n'), 'reading and deleting a push message is not sent to the server (NOT-3)').not.toMatch(
    /\/rest\/.*m1|"m1"/,
  )
})

test('a push message without a visible page is a system notification; a click opens its page or its incident (PUSH-4, INC-6)', async ({
  page,
  push,
  pushBackend,
}) => {
  const worker = await push.workerWithoutPage()
  await push.deliver(door)
  await expect.poll(worker.shown).toEqual([{ title: door.notification.title, body: door.notification.body }])
  await worker.click()
  expect(await worker.opened()).toEqual(['/devices/AGUA-VIVA-01'])

  await makeGateEvent(pushBackend.url, { condominiumId: 'condominio-01', kind: 'door-forced' })
  const admin = await qaCall(pushBackend.url)
  const openIncidents = async () =>
    ((await admin('GET', '/rest/incidents/open')) as { result: { id: string }[] }).result
  await expect.poll(async () => (await openIncidents()).length).toBeGreaterThan(0)
  const [incident] = await openIncidents()
  const data = { incidentId: incident?.id, wordCode: 'AGUA-VIVA-01' }
  await push.deliver({ fcmMessageId: 'm2', notification: { title: 'Porta forçada' }, data })
  await expect.poll(async () => (await worker.shown()).length).toBe(2)
  await page.goto(`${pushBackend.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await worker.click()
  await expect(page).toHaveURL(new RegExp(`/incidents/${incident?.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Porta forçada')
  expect(await page.evaluate(() => 'isSamePage' in window), 'without a reload').toBe(true)
  await closeIncidents(pushBackend.url)
})

test('a message without a text gets a general notification', { tag: '@all' }, async ({ push }) => {
  const worker = await push.workerWithoutPage()
  await push.deliver({ fcmMessageId: 'm1', data: { wordCode: 'AGUA-VIVA-01' } })
  await expect.poll(worker.shown).toEqual([{ title: 'Guarita', body: 'Há um novo aviso no painel.' }])
  await worker.click()
  expect(await worker.opened()).toEqual(['/devices/AGUA-VIVA-01'])
})

test('an invalid message is dropped, on a visible page and in the worker (HTTP-7)', { tag: '@all' }, async ({
  page,
  push,
  pushBackend,
}) => {
  const broken = ['no JSON', 'null', '[]', '"text"', { notification: 'a string' }, { notification: { title: {} } }]
  await push.grant()
  await signIn(page, pushBackend.url)
  await push.subscribed()
  const before = await page.locator('.bell-badge').textContent()
  for (const message of broken) await push.deliver(message)
  await push.deliver({ fcmMessageId: 'm1', notification: { title: 'A primeira inteira' } })
  await expect(page.locator('.push-toast')).toHaveCount(1)
  await expect(page.locator('.push-toast')).toContainText('A primeira inteira')
  await expect(page.locator('.bell-badge')).toHaveText(`${Number(before ?? 0) + 1}`)

  const worker = await push.watchWorker()
  await page.goto('about:blank')
  for (const message of broken) await push.deliver(message)
  await push.deliver({
    fcmMessageId: 'm2',
    notification: { title: 'A segunda' },
    fcmOptions: { link: 'https://evil.test/' },
  })
  await expect.poll(worker.shown).toEqual([{ title: 'A segunda', body: '' }])
  await worker.click()
  expect(await worker.opened(), 'a link to another host is not followed').toEqual(['/notifications'])
})

test('a user who blocked notifications sees how to unblock them, and no push code is loaded', { tag: '@all' }, async ({
  page,
  push,
  pushBackend,
}) => {
  const chunks: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('push-messaging')) chunks.push(request.url())
  })
  await push.deny()
  await openProfile(page, pushBackend.url)
  await push.logged('Notificações não autorizadas.')
  await expect(profileCard(page)).toContainText('Bloqueadas')
  await expect(profileCard(page)).toContainText('Para desbloquear')
  await page.getByRole('button', { name: 'Notificações', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Notificações' })).toContainText('estão bloqueadas')
  expect(await axeViolations(page)).toEqual([])
  expect(chunks).toEqual([])
})

test('an undecided user is asked on load, and again from the bell (PUSH-1, PUSH-4)', { tag: '@all' }, async ({
  page,
  context,
  push,
  pushBackend,
}) => {
  await undecide(context, pushBackend.url)
  await page.addInitScript(() => {
    let asked = 0
    Notification.requestPermission = () => {
      asked += 1
      return asked === 1 ? Promise.resolve('default') : new Promise(() => {})
    }
  })
  await signIn(page, pushBackend.url)
  await push.logged('Notificações não autorizadas.')
  await page.getByRole('button', { name: 'Notificações' }).click()
  const bell = page.getByRole('dialog', { name: 'Notificações' })
  expect(await axeViolations(page)).toEqual([])
  await bell.getByRole('button', { name: 'Ativar notificações' }).click()
  await expect(bell).toContainText('Responda à pergunta que o navegador mostra')
  await push.grant()
  await push.subscribed()
  await expect(bell).not.toContainText('Responda à pergunta')
})

test('the panel immediately follows a change of the permission in the browser', { tag: '@all' }, async ({
  page,
  context,
  push,
  pushBackend,
}) => {
  await push.grant()
  await openProfile(page, pushBackend.url)
  await expect(profileCard(page)).toContainText('Ativadas')
  await context.clearPermissions()
  await expect(profileCard(page)).toContainText('Ainda não decidido')
  await expect(profileCard(page).getByRole('button', { name: 'Ativar notificações' })).toBeVisible()
  await push.deny()
  await expect(profileCard(page)).toContainText('Bloqueadas')
  await push.grant()
  await expect(profileCard(page)).toContainText('Ativadas')
})

test('a browser without notifications only gets a log entry', { tag: '@all' }, async ({ page, push, pushBackend }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
  await openProfile(page, pushBackend.url)
  await push.logged('Este navegador não oferece notificações.')
  await expect(profileCard(page)).toContainText('Sem suporte neste navegador')
})

test('an iPhone without notifications is advised to add the panel to its home screen (PUSH-4)', async ({
  page,
  push,
  pushBackend,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'Notification')
    Object.defineProperty(navigator, 'userAgent', {
      value:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    })
  })
  await openProfile(page, pushBackend.url)
  await push.logged('Este navegador não oferece notificações.')
  await expect(profileCard(page)).toContainText('Adicionar à Tela de Início')
  await expect(profileCard(page)).not.toContainText('Chrome')
})

test('two push messages of one notification show one system notification (PUSH-4)', async ({ context, push }) => {
  const worker = await push.workerWithoutPage()
  const message = (fcmMessageId: string, notificationId: string) => ({
    ...{ fcmMessageId, notification: { title: 'Porta forçada' } },
    data: { notificationId },
  })
  for (const each of [message('m1', 'n1'), message('m2', 'n1'), message('m3', 'n2')]) await push.deliver(each)
  await expect.poll(async () => (await worker.shown()).length).toBe(3)
  const tags = context.serviceWorkers()[0]?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ tag }) => tag).sort()
  })
  expect(await tags).toEqual(['n1', 'n2'])
})

test('a browser without push messages only gets a log entry', { tag: '@all' }, async ({ page, push, pushBackend }) => {
  await push.grant()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await openProfile(page, pushBackend.url)
  await push.logged('Este navegador não oferece mensagens push.')
  await expect(profileCard(page)).toContainText('não recebe mensagens push')
})

test('a missing worker is logged, and registered again on request', { tag: '@all' }, async ({
  page,
  context,
  push,
  pushBackend,
}) => {
  const worker = '**/firebase-messaging-sw.js*'
  await push.grant()
  await context.route(worker, (route) => route.fulfill({ status: 404, body: 'none' }))
  await openProfile(page, pushBackend.url)
  await push.logged('Service worker das mensagens push não registrado.')
  await expect(profileCard(page)).toContainText('Não ativadas')
  expect(await axeViolations(page)).toEqual([])
  await context.unroute(worker)
  await profileCard(page).getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(profileCard(page)).toContainText('Ativadas')
})

test('a worker that fails to install is logged', { tag: '@all' }, async ({ page, context, push, pushBackend }) => {
  await push.grant()
  await context.route('**/firebase-messaging-sw.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'addEventListener("install", (event) => event.waitUntil(Promise.reject(new Error("no"))))',
    }),
  )
  await openProfile(page, pushBackend.url)
  await push.logged('Service worker das mensagens push não registrado.')
})

test('a refused token is logged, and requested again when the network is restored', { tag: '@all' }, async ({
  page,
  context,
  push,
  pushBackend,
}) => {
  await push.grant()
  await push.answerRegistrations((route) => route.fulfill({ status: 500, body: 'down' }))
  await openProfile(page, pushBackend.url)
  await push.logged('Token push recusado.')
  await expect(profileCard(page)).toContainText('Não ativadas')
  await push.answerRegistrations((route) => route.fulfill({ json: { token: pushToken } }))
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(profileCard(page)).toContainText('Ativadas')
  await profileCard(page).getByText('Código deste navegador').click()
  await expect(profileCard(page).locator('code')).toHaveText(pushToken)
  expect(await axeViolations(page)).toEqual([])
})

test('an answer without a token is logged', { tag: '@all' }, async ({ page, push, pushBackend }) => {
  await push.grant()
  await push.answerRegistrations((route) => route.fulfill({ json: {} }))
  await openProfile(page, pushBackend.url)
  await push.logged('Nenhum token push recebido.')
})

test('a token request without an answer ends after 10 s (PUSH-3)', { tag: '@all' }, async ({
  page,
  push,
  pushBackend,
}) => {
  let asked = 0
  await push.answerRegistrations(() => {
    asked += 1
  })
  await push.grant()
  await page.clock.install()
  await openProfile(page, pushBackend.url)
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(10_000)
  await push.logged('Nenhuma resposta ao pedido de token push em 10 s.')
})

test('an SDK that failed to load is loaded on request', { tag: '@all' }, async ({
  page,
  context,
  push,
  pushBackend,
}) => {
  const chunk = '**/push-messaging-*.js*'
  await push.grant()
  await context.route(chunk, (route) => route.abort())
  await openProfile(page, pushBackend.url)
  await push.logged('Código das mensagens push não carregado.')
  await expect(profileCard(page)).toContainText('Não ativadas')
  await context.unroute(chunk)
  await profileCard(page).getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(profileCard(page)).toContainText('Ativadas')
})

test('a test notification is sent', { tag: '@all' }, async ({ page, push, pushBackend }) => {
  await push.grant()
  await openProfile(page, pushBackend.url)
  await push.subscribed()
  await profileCard(page).getByRole('button', { name: 'Testar notificação' }).click()
  await expect(profileCard(page)).toContainText('Enviada.')
})

test('signing out removes the notifications, and the next user gets only later messages (BOOT-1)', {
  tag: '@all',
}, async ({ page, push, pushBackend }) => {
  await push.grant()
  await signIn(page, pushBackend.url, 'operator')
  await push.subscribed()
  await push.deliver(door)
  // A toast stays open while the pointer is over it.
  await page.locator('.push-toast').hover()
  await page.getByRole('button', { name: 'Menu do usuário' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Sair' }).press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('.push-toast')).toHaveCount(0)
  await push.deliver({ fcmMessageId: 'm2', notification: { title: 'Para ninguém' } })

  await signIn(page, pushBackend.url, 'auditor')
  await push.subscribed(2)
  await push.deliver({ fcmMessageId: 'm3', notification: { title: 'Para quem entrou' } })
  await expect(page.locator('.push-toast')).toHaveText(/Para quem entrou/)
  await page.getByRole('button', { name: 'Notificações' }).click()
  const list = page.getByRole('dialog', { name: 'Notificações' })
  await expect(list).toContainText('Para quem entrou')
  await expect(list).not.toContainText('Para ninguém')
  await expect(list).not.toContainText('Porta <b>')
})
