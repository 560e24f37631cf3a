import type { Page } from '@playwright/test'
import { expect, type QaCall, qaCall, signIn, test } from '../parts/panel-test.ts'
import { startRelay } from '../parts/relay.ts'
import { startNight, tomorrowAt } from '../parts/server-at-night.ts'

const situation = (page: Page) => page.locator('.situation')
const at = tomorrowAt(2, 0)

/** The codes of the devices of a condominium. */
async function devicesAt(call: QaCall, condominiumId: string): Promise<string[]> {
  const answer = await call('GET', `/device-control/device?condominiumId=${condominiumId}`)
  return (answer as { result: { wordCode: string }[] }).result.map(({ wordCode }) => wordCode)
}

/** Registers two devices behind a controller at an address of its own, on one network port. */
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
 * One cause after the other is brought about for real, and read on the screen. The panel, its device service and its live connection each
 * have a way of their own, which can be cut. docs/incidents.md says which tests show the other causes.
 */
test('a cause is told in the sentence that is so (INC-1, INC-6, LIVE-1)', { tag: '@all' }, async ({ page }) => {
  test.slow()
  const [panel, deviceService, live] = await Promise.all([startRelay(), startRelay(), startRelay()])
  const night = await startNight(at, {
    // They are looked at when they change: who hangs would keep each look waiting for seconds.
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
      // A result is repeated for two seconds.
      night.pass(2_001)
      await Promise.all(wordCodes.map((wordCode) => call('GET', `/rest/api/health/device/${wordCode}`)))
    }
    const [turnstile, barrier] = await registerController(call, 'condominio-02', '127.20.9.2')
    const controlled = await registerController(call, 'condominio-01', '127.20.9.1')
    const others = (await devicesAt(call, 'condominio-01')).filter((wordCode) => !controlled.includes(wordCode))
    const places = Array.from({ length: 12 }, (_, at) => `condominio-${`${at + 1}`.padStart(2, '0')}`)
    const all = (await Promise.all(places.map((place) => devicesAt(call, place)))).flat()
    const [reader = ''] = await devicesAt(call, 'condominio-03')
    await behave([turnstile, barrier, ...controlled], 'up')
    await page.clock.install({ time: at })
    await signIn(page, panel.url)
    const says = (sentence: string | RegExp) => expect(situation(page)).toContainText(sentence)
    const allIsWell = () => says(/^Tudo responde\./)
    await allIsWell()

    await test.step('1: a device drops the connection', async () => {
      await behave([turnstile], 'refuse')
      await says('Catraca Torre A está sem contato. A rede até lá responde.')
      await behave([turnstile], 'up')
      await allIsWell()
    })
    await test.step('2: a device hangs', async () => {
      await behave([barrier], 'hang')
      await says('Cancela Torre A está sem contato: está ligada, mas não responde.')
      await behave([barrier], 'up')
      await allIsWell()
    })
    await test.step('4: all devices of one address', async () => {
      await behave(controlled, 'hang')
      await says('O controlador em 127.20.9.1 está sem contato (2 dispositivos).')
    })
    await test.step('5: all devices of the condominium, at two addresses', async () => {
      await behave(others, 'refuse')
      await says('Edifício Água Viva inteiro está sem contato: energia ou internet do condomínio.')
    })
    await test.step('6: most condominiums at once', async () => {
      await behave(all, 'refuse')
      await says('Muitos condomínios sem contato ao mesmo tempo: verifique a rede da central')
      await behave(all, 'up')
      await allIsWell()
    })
    await test.step('7: the device service is down, the server is not', async () => {
      await deviceService.cut()
      await page.getByRole('link', { name: 'Dispositivos', exact: true }).click()
      await expect(page.getByText(/desconhecido: o serviço de dispositivos não responde\./)).toBeVisible()
      await page.getByRole('link', { name: 'Painel', exact: true }).click()
      await says('Não sabemos como estão os dispositivos: o serviço de dispositivos não responde.')
      await deviceService.mend()
      await allIsWell()
    })
    await test.step('10: what happens does not come as it happens, from the start or any more', async () => {
      await live.cut()
      await says('Os eventos não chegam na hora; o painel consulta a cada 15 s.')
      await page.reload()
      await says('Os eventos não chegam na hora; o painel consulta a cada 15 s.')
      await behave([reader], 'hang')
      const open = async () => JSON.stringify(await call('GET', '/rest/incidents/open'))
      await expect.poll(open, { message: 'nobody tells the panel' }).toContain(reader)
      await page.clock.fastForward(15_000)
      await says('Leitor Social está sem contato: está ligado, mas não responde.')
      await behave([reader], 'up')
      await live.mend()
      await allIsWell()
    })
    await test.step('12: a clock is wrong', async () => {
      night.setTime(at - 2 * 60 * 60_000)
      await page.getByRole('button', { name: 'Atualizar' }).click()
      await says('O relógio deste computador está 2 h adiantado em relação ao do servidor.')
    })
  } finally {
    await Promise.all([panel, deviceService, live].map((relay) => relay.cut()))
    await night.dispose()
  }
})
