import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import { inProcessTransport } from '../../../backend/bus/in-process-transport.ts'
import { localCommands } from '../../../backend/local-commands/local-commands.ts'
import type { Backend } from '../../../backend/server.ts'
import { goodRow, goodRows, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let secret: Server
let connections = 0
let time = Date.parse('2026-11-27T12:00:00.000Z')

beforeAll(async () => {
  backend = await startTestBackend({ simulator: false, now: () => time })
  admin = await signIn(backend, 'admin')
  secret = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => secret.listen(0, '0.0.0.0', resolve))
})
afterAll(async () => {
  secret.close()
  await backend.close()
})

const port = () => (secret.address() as AddressInfo).port
const path = (wordCode: string) => `/device-control/device/condominio-01/user-admin/${wordCode}`
const ownPath = (wordCode: string) => `/device-control/device/user-admin/${wordCode}`
const body = (ip: string) => ({ name: 'Leitor', model: 'CA-200', ip, port: port() })
const register = (wordCode: string, ip: string) => admin.call(path(wordCode), { method: 'POST', body: body(ip) })
const own = Object.values(networkInterfaces()).flatMap((each) =>
  (each ?? []).flatMap(({ address, family, internal }) => (internal || family !== 'IPv4' ? [] : [address])),
)

const parts = () => ({
  database: backend.database,
  bus: busOver(backend.database, inProcessTransport()),
  now: () => time,
})
const networks = (input: unknown) => localCommands.networks?.(parts(), input)

describe('a server without the simulator', () => {
  it.each(['127.0.0.1', '127.8.0.1', '100.100.100.200', '169.254.169.254', '0.0.0.0', '224.0.0.1', ...own])(
    'refuses to register a device at %s (OPS-4)',
    async (ip) => {
      const answer = await register('PROIBIDO-01', ip)
      expect(answer.status).toBe(422)
      expect(Object.keys((await answer.json()).fields)).toEqual(['ip'])
    },
  )

  it('refuses a loopback address in a form or a spreadsheet of devices (OPS-4)', async () => {
    expect((await register('MOVIDO-01', '10.9.9.9')).status).toBe(201)
    const moved = await admin.call(ownPath('MOVIDO-01'), {
      method: 'PUT',
      body: { ...body('127.0.0.1'), condominiumId: 'condominio-01' },
    })
    expect([moved.status, Object.keys((await moved.json()).fields)]).toEqual([422, ['ip']])

    const form = new FormData()
    const rows = [header, ...goodRows(2), goodRow(3).with(3, '127.0.0.1')]
    form.append('file', new Blob([xlsxOf(rows)]), 'dispositivos.xlsx')
    const imported = await fetch(`${backend.url}/rest/import/device/condominio-01/user-admin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}` },
      body: form,
    })
    expect([imported.status, (await imported.json()).rows]).toEqual([
      422,
      [{ row: 4, column: 'IP', message: expect.stringContaining('não procura dispositivos neste endereço') }],
    ])
  })

  it('never connects to a stored loopback address: not for a call, a check or a port test (OPS-4)', async () => {
    const before = connections
    const places = ['127.0.0.1', ...own.slice(0, 1)]
    for (const [index, ip] of places.entries()) {
      await backend.database.execute('update devices set ip = $1, port = $2 where word_code = $3', [
        ip,
        port(),
        `AGUAVIVA-0${index + 1}`,
      ])
      const answer = await admin.call(ownPath(`AGUAVIVA-0${index + 1}`))
      expect([answer.status, (await answer.json()).message]).toEqual([
        504,
        `O servidor não procura dispositivos em ${ip}. Corrija o endereço no cadastro do dispositivo AGUAVIVA-0${index + 1}.`,
      ])
    }
    const tests = await (await admin.call('/rest/port-tests')).json()
    expect(JSON.stringify(tests)).not.toContain('"success":true')
    expect(connections).toBe(before)
  })
})

describe('the networks of a customer', () => {
  it('limit the addresses of its devices, both when a device is registered and when the server connects', async () => {
    expect((await register('NA-REDE-01', '10.20.0.9')).status).toBe(201)
    expect(await networks({ customer: 'horizonte', networks: ['10.20.0.0/16', '192.168.10.0/24'] })).toContainEqual(
      expect.objectContaining({
        networks: ['10.20.0.0/16', '192.168.10.0/24'],
        outside: expect.not.arrayContaining(['NA-REDE-01']),
      }),
    )
    expect((await register('NA-REDE-02', '10.20.255.1')).status).toBe(201)
    const outside = await register('NA-REDE-03', '10.21.0.1')
    expect(outside.status).toBe(422)
    expect((await outside.json()).fields.ip).toContain('10.20.0.0/16, 192.168.10.0/24')
    await backend.database.execute("update devices set ip = '10.30.0.1' where word_code = 'NA-REDE-02'")
    time += 15_000
    const answer = await admin.call(ownPath('NA-REDE-02'))
    expect([answer.status, (await answer.json()).message]).toEqual([504, expect.stringContaining('não procura')])
    expect(await networks({ customer: 'horizonte', networks: [] })).not.toContainEqual(
      expect.objectContaining({ networks: expect.any(Array) }),
    )
    expect((await register('NA-REDE-03', '10.21.0.1')).status).toBe(201)
  })

  it.each([
    ['0.0.0.0/0'],
    ['8.8.8.0/24'],
    ['10.0.0.0'],
    ['10.0.0.0/7'],
    ['192.168.0.0/15'],
    ['x/8'],
    ['10.0.0.0/8/8'],
    [''],
  ])('cannot be %j', async (network) => {
    await expect(networks({ customer: 'horizonte', networks: [network] })).rejects.toThrow('Liste redes internas')
  })

  it('are refused without the name of an existing customer', async () => {
    await expect(networks({ networks: ['10.0.0.0/8'] })).rejects.toThrow('Escolha uma administradora')
    await expect(networks({ customer: 'x', networks: ['10.0.0.0/8'] })).rejects.toThrow('Escolha uma administradora')
  })
})
