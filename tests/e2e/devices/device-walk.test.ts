import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { expect, signIn, test } from '../parts/panel-test.ts'
import { DevicePage, simulatedDevices } from './device-page.ts'

const openTimeoutMs = 120_000
const reason = 'Técnico trocou a fonte do leitor'

const byPanel = { byPanel: true }
const byPerson = { byPanel: false, cause: 'manual' }
const asked = { kind: 'command', command: 'test', outcome: 'asked', ...byPerson }
const failed = { ...asked, outcome: 'failed' }
const refused = { ...asked, outcome: 'refused' }

/** Expected records, in their order, in every list and export. */
const expected = [
  ...[asked, { ...asked, outcome: 'succeeded' }, asked, failed, asked],
  { kind: 'transition', from: 'CLOSED', to: 'OPEN', cause: 'threshold', failureCount: 5, ...byPanel },
  ...[failed, asked, refused, asked, refused],
  { kind: 'refusals', from: 'OPEN', cause: 'elapsed', refused: 2, ...byPanel },
  { kind: 'transition', from: 'OPEN', to: 'HALF_OPEN', cause: 'elapsed', failureCount: 5, ...byPanel },
  { kind: 'transition', from: 'HALF_OPEN', to: 'OPEN', cause: 'trial-failed', failureCount: 6, ...byPanel },
  { kind: 'transition', from: 'OPEN', to: 'HALF_OPEN', cause: 'elapsed', failureCount: 6, ...byPanel },
  { kind: 'transition', from: 'HALF_OPEN', to: 'CLOSED', cause: 'trial-succeeded', failureCount: 6, ...byPanel },
  ...[asked, failed],
  { kind: 'reset', from: 'CLOSED', to: 'CLOSED', failureCount: 4, reason, ...byPerson },
  { kind: 'command', command: 'reset', reason, ...byPerson },
]
const automatic = expected.filter((record) => record.byPanel)

/**
 * Follows one wordCode through page, calls, circuit and records: DEV-1, DEV-6, CB-2 to CB-4, CB-6, AUD-2, A11Y-3,
 * LIVE-3, EVI-9.
 */
test('a device fails, is paused, is tried again, recovers and is reset, and every step has a record', async ({
  page,
  backend,
  registerDevice,
}) => {
  test.slow()
  const wordCode = await registerDevice(backend.url)
  const devices = simulatedDevices(backend.url)
  const device = new DevicePage(page)
  /** Requests of the page to the device. */
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/device-control/device/user-admin/${wordCode}`))
      calls.push(request.url())
  })
  await page.clock.install()
  await signIn(page, backend.url, 'admin', `/devices/${wordCode}`)
  await expect(device.circuit).toBeVisible()

  await test.step('a test of the healthy device succeeds', async () => {
    await device.hasCircuit('CLOSED', 0)
    await device.test()
    await device.hasCircuit('CLOSED', 0)
  })

  await test.step('four attempts fail, and the circuit stays closed', async () => {
    await devices.set(wordCode, 'refuse')
    await device.test()
    await device.hasCircuit('CLOSED', 4)
  })

  await test.step('the fifth failure opens the circuit and is not retried', async () => {
    const before = calls.length
    await device.test()
    await device.hasCircuit('OPEN', 5)
    expect(calls.length - before).toBe(1)
    await expect(page.getByText(/5 falhas seguidas/).first()).toBeVisible()
    await expect(page.getByText(/Nova tentativa em 1:\d\d/).first()).toBeVisible()
  })

  await test.step('the open circuit refuses calls, and none reaches the device', async () => {
    const before = calls.length
    await device.test()
    await device.test()
    await device.hasCircuit('OPEN', 5)
    expect(calls.length).toBe(before)
  })

  await test.step('after two minutes the panel makes a trial by itself, which fails and opens the circuit again', async () => {
    const before = calls.length
    await page.clock.fastForward(openTimeoutMs)
    await device.hasCircuit('OPEN', 6)
    expect(calls.length - before).toBe(1)
  })

  await test.step('after two more minutes the trial succeeds and closes the circuit', async () => {
    await devices.set(wordCode, 'up')
    await page.clock.fastForward(openTimeoutMs)
    await device.hasCircuit('CLOSED', 0)
  })

  await test.step('a person resets the circuit with a reason', async () => {
    await devices.set(wordCode, 'refuse')
    await device.test()
    await device.hasCircuit('CLOSED', 4)
    await device.reset(reason)
    await device.hasCircuit('CLOSED', 0)
    await devices.set(wordCode, 'up')
  })

  await test.step('/audit shows every step', async () => {
    await page.goto(`${backend.url}/audit?dispositivo=${wordCode}`)
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(expected.length + 1)
    await expect(rows.filter({ hasText: reason })).toHaveCount(2)
  })

  await test.step('the records separate the acts of the panel from the acts of the person (EVI-9)', async () => {
    const rows = page.getByRole('table').getByRole('row')
    await page.getByLabel('Quem').selectOption('Painel, na sessão de uma pessoa')
    await expect(rows).toHaveCount(automatic.length + 1)
    await expect(rows.filter({ hasText: 'Painel, na sessão de Ana Albuquerque' })).toHaveCount(automatic.length)
    await page.getByLabel('Quem').selectOption('Pessoa')
    await expect(rows).toHaveCount(expected.length - automatic.length + 1)
    await expect(rows.filter({ hasText: 'Teste respondido pelo dispositivo, em' })).toHaveCount(1)
    await page.getByLabel('Quem').selectOption('Todos')
    await expect(rows).toHaveCount(expected.length + 1)
  })

  await test.step('both exports have every step', async () => {
    const json: unknown[] = JSON.parse(await exported(/JSON/))
    expect(json.toReversed()).toMatchObject(expected)
    const csv = (await exported(/CSV/)).trim().split('\r\n')
    expect(csv).toHaveLength(expected.length + 1)
    expect(csv[0]).toContain('Código do dispositivo')
    expect(csv[1]).toContain(reason)
    const ofPanel = csv.filter((line) => line.includes('Painel, na sessão de Ana Albuquerque'))
    expect(ofPanel).toHaveLength(automatic.length)
  })

  await test.step('the database has every step', async () => {
    await backend.stop()
    const database = await openEmbeddedDatabase(join(backend.dataDir, 'db'))
    const records = await database.query(
      `select kind, from_state as "from", to_state as "to", cause, reason, failure_count as "failureCount", refused,
         command, outcome, by_panel as "byPanel", user_id as "userId" from device_audit where word_code = $1 order by sequence`,
      [wordCode],
      v.record(v.string(), v.unknown()),
    )
    await database.close()
    await backend.start()
    expect(records).toMatchObject(expected.map((record) => ({ ...record, userId: 'user-admin' })))
  })

  async function exported(format: RegExp): Promise<string> {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: format }).click()
    return readFile(await (await download).path(), 'utf8')
  }
})
