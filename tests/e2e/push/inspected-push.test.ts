import { InspectorPage } from '../inspector/inspector-page.ts'
import { signIn } from '../parts/panel-test.ts'
import { expect, test } from './push-browser.ts'

test.use({ viewport: { width: 1366, height: 768 } })

test('QA walks push in the inspector: a message, a refused token, a browser without push (INS-7)', async ({
  page,
  push,
  pushBackend,
}) => {
  const inspector = new InspectorPage(page)
  await push.grant()
  await signIn(page, pushBackend.url, 'admin', '/inspector?actor=push')
  await push.subscribed()
  await inspector.draws('push', /registration\.allowed\.subscribed/)

  await test.step('a simulated message reaches the panel like a real one', async () => {
    await inspector.show('Falha')
    await inspector.button('Receber mensagem push').click()
    await expect(page.locator('.push-toast')).toContainText('Mensagem simulada')
    await inspector.show('Contexto')
    await expect(page.getByRole('list', { name: 'Mudanças' })).toContainText('recentIds')
  })

  await test.step('a refused token, an answer without a token and missing support each stop the registration, and the registration recovers', async () => {
    await inspector.show('Falha')
    await inspector.breaks('Push', 'Token recusado')
    await inspector.draws('push', /registration\.allowed\.stopped\.tokenRefused/)
    await inspector.breaks('Push', 'Resposta sem token')
    await inspector.draws('push', /registration\.allowed\.stopped\.noToken/)
    await inspector.breaks('Push', 'Navegador sem suporte')
    await inspector.draws('push', /registration\.allowed\.messagingUnsupported/)
    await inspector.breaks('Push', 'Em ordem')
    await inspector.draws('push', /registration\.allowed\.subscribed/)
  })

  await test.step('a discarded answer becomes a failure or a time-out of a step', async () => {
    const begins = async (state: string) => {
      await inspector.stop('Parar ao entrar em', `registration.allowed.${state}`)
      await inspector.send('permission.blocked')
      await inspector.draws('push', /permission\.blocked/)
      await inspector.send('permission.allowed')
      await inspector.draws('push', new RegExp(`registration\\.allowed\\.${state}`))
    }
    await begins('checkingSupport')
    await inspector.replaces('checkSupport concluído', 'checkSupport falhou')
    await inspector.draws('push', /stopped\.sdkFailed/)
    await begins('registeringWorker')
    await inspector.replaces('registerWorker concluído', 'após stepTimeout')
    await inspector.draws('push', /stopped\.workerTimedOut/)
    await inspector.stop('', 'Não parar este ator')
    await inspector.send('push.retry')
    await inspector.draws('push', /registration\.allowed\.subscribed/)
  })
})
