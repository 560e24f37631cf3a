import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startBackend } from '../../../backend/server.ts'
import { cheapCost, preparedDataDir } from '../../prepared-database.ts'
import { expect, qaCall, signIn, test } from '../parts/panel-test.ts'

test('the audit page shows that records were changed outside of the server (EVI-3)', async ({ page }) => {
  const dataDir = await preparedDataDir('demo')
  const start = () =>
    startBackend({
      port: 0,
      dataDir,
      seed: 'demo',
      panelDir: join(import.meta.dirname, '../../../dist'),
      passwordCost: cheapCost,
    })
  const before = await start()
  await qaCall(before.url)
  await before.database.script(`alter table evidence disable trigger user;
    update evidence set record = replace(record, 'session', 'sessao') where customers_id = 'horizonte' and seq = 3;
    alter table evidence enable trigger user`)
  await before.close()

  const backend = await start()
  try {
    await signIn(page, backend.url, 'admin')
    await page.goto(`${backend.url}/audit`)
    const notice = page.getByRole('alert').filter({ hasText: 'não os assina mais' })
    await expect(notice).toContainText('Registro 3: foi alterado')
  } finally {
    await backend.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
