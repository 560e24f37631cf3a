import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, recordOf, setFault } from '../parts/simulated-device.ts'

const deviceTimeoutMs = 1_000
let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())
beforeEach(async () => {
  const reset = await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
  expect(await reset.json()).toEqual({ changed: 40 })
})

const ask = (wordCode: string, who = admin) => who.call(`/device-control/device/${who.user.userId}/${wordCode}`)
const statusAndText = async (answer: Response) => [answer.status, (await answer.json()).message]

async function portOpen(device: Device): Promise<boolean | undefined> {
  const tests: { ip: string; port: number; success: boolean }[] = await (await admin.call('/rest/port-tests')).json()
  return tests.find(({ ip, port }) => ip === device.ip && port === device.port)?.success
}

describe('a device with a fault', () => {
  it('that refuses has a closed port, and the server answers 502', async () => {
    const device = await recordOf(admin, 'MANACAS-01')
    expect(await portOpen(device)).toBe(true)
    await setFault(admin, 'MANACAS-01', 'refuse')
    expect(await statusAndText(await ask('MANACAS-01'))).toEqual([
      502,
      `O dispositivo MANACAS-01 recusou a conexão em ${device.ip}:${device.port}. Confira se está ligado e se o endereço está certo, e tente de novo.`,
    ])
    expect(await portOpen(device)).toBe(false)
    await setFault(admin, 'MANACAS-01', 'up')
    expect((await ask('MANACAS-01')).status).toBe(200)
    expect(await portOpen(device)).toBe(true)
    expect(await recordOf(admin, 'MANACAS-01')).toMatchObject({ ip: device.ip, port: device.port, status: 'online' })
  })

  it('that refuses at a shared address resets only its own connections, and the server answers 502', async () => {
    const { ip, port } = await recordOf(admin, 'MANACAS-02')
    const neighbour = { name: 'Vizinho', model: 'CA-200', ip, port }
    const made = await admin.call('/device-control/device/condominio-06/user-admin/VIZINHO-01', {
      method: 'POST',
      body: neighbour,
    })
    expect(made.status).toBe(201)
    await setFault(admin, 'VIZINHO-01', 'refuse')
    expect(await statusAndText(await ask('VIZINHO-01'))).toEqual([
      502,
      'O dispositivo VIZINHO-01 encerrou a conexão sem responder. Aguarde um instante e tente de novo.',
    ])
    expect((await ask('MANACAS-02')).status).toBe(200)
    await admin.call('/device-control/device/database/VIZINHO-01', { method: 'DELETE' })
    expect((await ask('MANACAS-02')).status).toBe(200)
  })

  it('that hangs has an open port and sends no answer, and the server answers 504', async () => {
    await setFault(admin, 'MANACAS-03', 'hang')
    expect(await statusAndText(await ask('MANACAS-03'))).toEqual([
      504,
      'O dispositivo MANACAS-03 aceitou a conexão e não respondeu em 1 s. Desligue-o da energia por 10 segundos, ligue de novo e tente outra vez.',
    ])
    expect(await portOpen(await recordOf(admin, 'MANACAS-03'))).toBe(true)
  })

  it.each([
    ['refuse', 'refused'],
    ['hang', 'hung'],
    ['garbage', 'garbage'],
  ] as const)('with the fault %s has its cause in the answer and in the health (PAGE-4)', async (fault, cause) => {
    await setFault(admin, 'MANACAS-01', fault)
    expect(await (await ask('MANACAS-01')).json()).toMatchObject({ error: true, cause })
    expect(await (await admin.call('/rest/api/health/device/MANACAS-01')).json()).toMatchObject({ cause })
    await setFault(admin, 'MANACAS-01', 'up')
    await ask('MANACAS-01')
    expect(await (await admin.call('/rest/api/health/device/MANACAS-01')).json()).not.toHaveProperty('cause')
  })

  it('that is slow may answer late, but not after the timeout', async () => {
    await setFault(admin, 'MANACAS-04', 'slow', 200)
    const { latencyMs } = await (await ask('MANACAS-04')).json()
    expect(latencyMs).toBeGreaterThanOrEqual(190)
    await setFault(admin, 'MANACAS-04', 'slow', 60_000)
    expect((await ask('MANACAS-04')).status).toBe(504)
  })

  it('that sends garbage does not follow the protocol, and the server answers 502', async () => {
    await setFault(admin, 'CONCEICAO-01', 'garbage')
    const { ip, port } = await recordOf(admin, 'CONCEICAO-01')
    expect(await statusAndText(await ask('CONCEICAO-01'))).toEqual([
      502,
      `O que respondeu em ${ip}:${port} não é o dispositivo CONCEICAO-01. Confira o endereço e a porta de rede do cadastro.`,
    ])
  })

  it.each(['refuse', 'hang', 'garbage'] as const)(
    'with the fault %s keeps its record after a restart, an activation or a removal',
    async (fault) => {
      await setFault(admin, 'CONCEICAO-02', fault)
      const before = await recordOf(admin, 'CONCEICAO-02')
      const expected = fault === 'hang' ? 504 : 502
      for (const [method, path] of [
        ['POST', 'restart'],
        ['POST', 'activate/user-admin'],
        ['DELETE', 'user-admin'],
      ] as const) {
        const answer = await admin.call(`/device-control/device/${path}/CONCEICAO-02`, {
          method,
          ...(method === 'POST' && { body: { active: false } }),
        })
        expect(answer.status).toBe(expected)
      }
      expect(await recordOf(admin, 'CONCEICAO-02')).toEqual({ ...before, status: 'offline', latencyMs: null })
    },
  )
})

describe('an answer from the address of a device', () => {
  let server: Server
  let behave: (socket: Socket) => void = () => {}
  const lines: string[] = []

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (chunk) => lines.push(String(chunk)))
      behave(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await backend.database.execute("update devices set ip = '127.0.0.1', port = $1 where word_code = 'CORACAO-01'", [
      port,
    ])
  })
  afterAll(() => server.close())

  const good = JSON.stringify({ ok: true, op: 'status', wordCode: 'CORACAO-01' })

  it.each<[string, number, string]>([
    ['the right line', 200, `${good}\n`],
    ['the right line and more text', 200, `${good}\nmais`],
    ['the name of another device', 502, `${good.replace('CORACAO-01', 'CORACAO-02')}\n`],
    ['the answer to another operation', 502, `${good.replace('status', 'ping')}\n`],
    ['an error for an unknown device', 502, '{"ok":false,"error":"unknown-device"}\n'],
    ['a line without end', 502, 'x'.repeat(5_000)],
    ['a line that is too long', 502, `${JSON.stringify({ ...JSON.parse(good), more: 'x'.repeat(5_000) })}\n`],
    ['an empty line', 502, '\n'],
    ['other JSON', 502, '[]\n'],
    ['a web page', 502, 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('with %s gives %i', async (_case, status, text) => {
    behave = (socket) => socket.once('data', () => socket.write(text))
    expect((await ask('CORACAO-01')).status).toBe(status)
  })

  it('in two pieces gives 200', async () => {
    behave = (socket) =>
      socket.once('data', () => socket.write(good.slice(0, 9), () => socket.write(`${good.slice(9)}\n`)))
    expect((await ask('CORACAO-01')).status).toBe(200)
    expect(lines.at(-1)).toBe('{"op":"status","wordCode":"CORACAO-01"}\n')
  })

  it('that is only a closed connection gives 502', async () => {
    behave = (socket) => socket.end()
    expect((await ask('CORACAO-01')).status).toBe(502)
  })
})

it('the server makes one event when a device fails and one when it recovers', async () => {
  const kinds = async () =>
    (await (await admin.call('/rest/events/condominio-12')).json()).result.map(
      ({ kind, wordCode, description }: Record<string, string>) => [kind, wordCode, description],
    )
  expect(await kinds()).toEqual([])
  await setFault(admin, 'ACUDE-02', 'refuse')
  for (let count = 0; count < 3; count += 1) expect((await ask('ACUDE-02')).status).toBe(502)
  await setFault(admin, 'ACUDE-02', 'up')
  for (let count = 0; count < 3; count += 1) expect((await ask('ACUDE-02')).status).toBe(200)
  expect(await kinds()).toEqual([
    ['device-up', 'ACUDE-02', 'Comunicação com o dispositivo restabelecida · Cancela Saída'],
    ['device-down', 'ACUDE-02', 'Deixou de responder · Cancela Saída'],
  ])
})

it('the server keeps a device online if an older call fails after a newer call succeeded', async () => {
  await setFault(admin, 'ATLANTICA-01', 'hang')
  const old = ask('ATLANTICA-01')
  await arrived(admin, 'ATLANTICA-01', 'status')
  await setFault(admin, 'ATLANTICA-01', 'up')
  expect((await ask('ATLANTICA-01')).status).toBe(200)
  expect((await old).status).toBe(504)
  expect((await recordOf(admin, 'ATLANTICA-01')).status).toBe('online')
})

describe("the simulator's calls for faults", () => {
  it('need the right qa, a device that the user may see, and a known fault', async () => {
    const path = '/rest/simulator/device/ACUDE-03'
    const put = (who: SignedIn, wordCode: string, body: unknown) =>
      who.call(`/rest/simulator/device/${wordCode}`, { method: 'PUT', body })
    expect((await operator.call(path)).status).toBe(403)
    expect((await put(operator, 'AGUAVIVA-01', { fault: 'hang' })).status).toBe(403)
    const many = await operator.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'hang' } })
    expect(many.status).toBe(403)
    expect((await put(admin, 'MARABERTO-01', { fault: 'hang' })).status).toBe(404)
    expect((await admin.call('/rest/simulator/device/MARABERTO-01')).status).toBe(404)
    for (const wrong of [{}, { fault: 'explode' }, { fault: 'slow', slowMs: 0 }, { fault: 'slow', slowMs: 60_001 }])
      expect((await put(admin, 'ACUDE-03', wrong)).status).toBe(422)
    expect((await atTheDevice(admin, 'ACUDE-03')).fault).toBe('up')
  })

  it('change many devices in one call, and only devices that the user may see', async () => {
    const many = async (body: unknown) => (await admin.call('/rest/simulator/devices', { method: 'PUT', body })).json()
    expect(await many({ fault: 'hang', wordCodes: ['ACUDE-01', 'ACUDE-02', 'MARABERTO-01', 'NADA'] })).toEqual({
      changed: 2,
    })
    expect((await atTheDevice(admin, 'ACUDE-02')).fault).toBe('hang')
    expect(await many({ fault: 'refuse', count: 5 })).toEqual({ changed: 5 })
    const outsider = await signIn(backend, 'outsider')
    expect((await ask('MARABERTO-01', outsider)).status).toBe(200)
    expect((await many({ fault: 'up', wordCodes: Array.from({ length: 10_001 }, () => 'A') })).fields).toEqual({
      wordCodes: 'Envie no máximo 10000.',
    })
  })

  it('keep the newest 50 requests of a device', async () => {
    for (let count = 0; count < 52; count += 1) await ask('ACUDE-01')
    expect((await atTheDevice(admin, 'ACUDE-01')).received).toHaveLength(50)
  })
})

it('the server ends quickly while devices hang', async () => {
  const closing = await startTestBackend({ deviceTimeoutMs: 60_000 })
  const who = await signIn(closing, 'admin')
  await setFault(who, 'AGUAVIVA-01', 'hang')
  await setFault(who, 'AGUAVIVA-02', 'slow', 60_000)
  const calls = ['AGUAVIVA-01', 'AGUAVIVA-02'].map((wordCode) =>
    who.call(`/device-control/device/user-admin/${wordCode}`).catch(() => 'cut'),
  )
  await arrived(who, 'AGUAVIVA-01', 'status')
  await arrived(who, 'AGUAVIVA-02', 'status')
  const startedAt = performance.now()
  await closing.close()
  await Promise.all(calls)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
