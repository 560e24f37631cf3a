import type { Page } from '@playwright/test'
import { expect, type QaCall, qaCall, signIn, test } from '../parts/panel-test.ts'
import { startRelay } from '../parts/relay.ts'
import { startNight, tomorrowAt } from '../parts/server-at-night.ts'

const situation = (page: Page) => page.locator('.situation')
const at = tomorrowAt(2, 0)

/** Finds the wordCodes of the devices of a condominium. */
async function devicesAt(call: QaCall, condominiumId: string): Promise<string[]> {
  const answer = await call('GET', `/device-control/device?condominiumId=${condominiumId}`)
  return (answer as { result: { wordCode: string }[] }).result.map(({ wordCode }) => wordCode)
}

/** Registers two devices behind one controller: with one IP address and one network port. */
async function registerController(call: QaCall, condominiumId: string, ip: string): Promise<[string, string]> {
  const register = async (name: string, wordCode: string): Promise<string> => {
    const body = { name, model: 'CA-200', ip, port: 9_107 }
    await call('POST', `/device-control/device/${condominiumId}/user-admin/${wordCode}`, body)
    return wordCode
  }
  const code = condominiumId.replace('condominio', 'CAUSA')
  return [await register('Catraca Torre A', `${code}-1`), await register('Cancela Torre A', `${code}-2`)]
}

/**
 * Causes each failure for real and reads its sentence on the screen. The panel, its device service and its live
 * connection each have a relay that can be cut. docs/incidents.md lists the tests of the other causes.
 */
test('each cause of an outage has its own sentence (INC-1, INC-6, LIVE-1)', { tag: '@all' }, async ({ page }) => {
  test.slow()
  const [panel, deviceService, live] = await Promise.all([startRelay(), startRelay(), startRelay()])
  const night = await startNight(at, {
    // Devices are checked when they change, because a hanging device would delay each regular check by seconds.
    monitorEveryMs: 0,
    deviceTimeoutMs: 300,
    corsOrigins: [panel.url],
    config: { deviceUrl: `${deviceService.url}/device-control`, socketUrl: live.url },
  })
  try {
    for (const relay of [panel, deviceService, live]) relay.leadTo(night.url)
    const call = await qaCall(night.url)
    const behave = async (wordCodes: readonly string[], fault: 'up' | 'refuse' | 'hang') => {
      for (const wordCode of wordCodes) await call('PUT', `/rest/simulator/device/${wordCode}`, { fault })
      // The server repeats a result for two seconds.
      night.pass(2_001)
      await Promise.all(wordCodes.map((wordCode) => call('GET', `/rest/api/health/device/${wordCode}`)))
    }
    const [turnstile, barrier] = await registerController(call, 'condominio-02', '127.20.9.2')
    const controlled = await registerController(call, 'condominio-01', '127.20.9.1')
    const others = (await devicesAt(call, 'condominio-01')).filter((wordCode) => !controlled.includes(wordCode))
    const condominiumIds = Array.from({ length: 12 }, (_, at) => `condominio-${`${at + 1}`.padStart(2, '0')}`)
    const all = (await Promise.all(condominiumIds.map((id) => devicesAt(call, id)))).flat()
    const [reader = ''] = await devicesAt(call, 'condominio-03')
    await behave(all, 'up')
    await page.clock.install({ time: at })
    await signIn(page, panel.url)
    const shows = (sentence: string | RegExp) => expect(situation(page)).toContainText(sentence)
    const allIsWell = () => shows(/^Tudo responde\./)
    await allIsWell()

    await test.step('1: a device drops the connection', async () => {
      await behave([turnstile], 'refuse')
      await shows('Catraca Torre A está sem contato: atende e desliga no meio; parece reiniciando.')
      await behave([turnstile], 'up')
      await allIsWell()
    })
    await test.step('2: a device hangs', async () => {
      await behave([barrier], 'hang')
      await shows('Cancela Torre A está sem contato: está ligada, mas não responde.')
      await behave([barrier], 'up')
      await allIsWell()
    })
    await test.step('4: all devices of an address are unreachable', async () => {
      await behave(controlled, 'hang')
      await shows('O controlador em 127.20.9.1 está sem contato (2 dispositivos).')
    })
    await test.step('5: all devices of a condominium are unreachable, at two addresses', async () => {
      await behave(others, 'refuse')
      await shows('Edifício Água Viva inteiro está sem contato: energia ou internet do condomínio.')
    })
    await test.step('6: the devices of most condominiums are unreachable', async () => {
      await behave(all, 'refuse')
      await shows('Muitos condomínios sem contato ao mesmo tempo: verifique a rede da central')
      await behave(all, 'up')
      await allIsWell()
    })
    await test.step('7: the device service is down while the server runs', async () => {
      await deviceService.cut()
      await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
      await expect(page.getByText(/desconhecido: o serviço de dispositivos não responde\./)).toBeVisible()
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await shows('Não sabemos como estão os dispositivos: o serviço de dispositivos não responde.')
      await deviceService.mend()
      await allIsWell()
    })
    await test.step('10: live events do not arrive, before and after a reload', async () => {
      await live.cut()
      await shows('Os eventos não chegam na hora; o painel consulta a cada 15 s.')
      await page.reload()
      await shows('Os eventos não chegam na hora; o painel consulta a cada 15 s.')
      await behave([reader], 'hang')
      const open = async () => JSON.stringify(await call('GET', '/rest/incidents/open'))
      await expect.poll(open, { message: 'the server has the incident, the panel has no event' }).toContain(reader)
      await page.clock.fastForward(15_000)
      await shows('Leitor Social está sem contato: está ligado, mas não responde.')
      await behave([reader], 'up')
      await live.mend()
      await allIsWell()
    })
    await test.step('12: the clock of this computer is wrong', async () => {
      await page.clock.setSystemTime(at + 2 * 60 * 60_000)
      await page.getByRole('button', { name: 'Atualizar' }).click()
      await shows('O relógio deste computador está 2 h adiantado em relação ao do servidor.')
    })
  } finally {
    await Promise.all([panel, deviceService, live].map((relay) => relay.cut()))
    await night.dispose()
  }
})
