import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { BackendOptions } from '../../../backend/backend-options.ts'
import { type Anchor, anchorAt, probeAnchor, sendHeads } from '../../../backend/evidence/anchors.ts'
import { timeStampAnchor } from '../../../backend/evidence/time-stamps.ts'
import type { Backend } from '../../../backend/server.ts'
import { demoDataDir, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend | undefined
let folder: string
let receiver: Server | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-anchor-'))
})
afterEach(async () => {
  await backend?.close()
  backend = undefined
  receiver?.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: Partial<BackendOptions> = {}): Promise<Backend> {
  backend = await startTestBackend({ monitorEveryMs: 0, ...options })
  return backend
}

/** A receiver of heads at an http address; `answers` is called for each head. */
async function receive(answers: (number: number) => { status: number; body?: string; location?: string }) {
  const bodies: string[] = []
  receiver = createServer(async (request, response) => {
    const body = await text(request)
    const { status, body: answer = '', location } = answers(bodies.length)
    if (status < 300) bodies.push(body)
    response.writeHead(status, location === undefined ? {} : { location }).end(answer)
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  receiver.listen(0, '127.0.0.1', resolve)
  await promise
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { bodies, url: `http://127.0.0.1:${address.port}/` }
}

async function headsIn(file: string): Promise<{ customer: string; seq: number }[]> {
  return (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('an anchor (EVI-5)', () => {
  it('gets the head that an export signed, once, and each chain by itself', async () => {
    const { database } = await start()
    const file = join(folder, 'heads.jsonl')
    const anchor = anchorAt(file)
    await sendHeads(database, anchor, Date.now())
    expect((await headsIn(file)).map(({ customer }) => customer)).toEqual(['', 'horizonte', 'litoral'])
    const admin = await signIn({ url: backend?.url ?? '' }, 'admin')
    const signed = await (await admin.call('/rest/evidence/head')).json()
    await sendHeads(database, anchor, Date.now())
    await sendHeads(database, anchor, Date.now())
    const sent = await headsIn(file)
    expect(sent).toHaveLength(4)
    expect(sent.at(-1)).toEqual(signed.head)
  })

  it('gets what it missed after a failure, and another anchor has a position of its own', async () => {
    const { database } = await start()
    let isDown = true
    const { bodies, url } = await receive((taken) => ({ status: taken === 1 && isDown ? 500 : 204 }))
    const anchor = anchorAt(url)
    await expect(sendHeads(database, anchor, Date.now())).rejects.toThrow('500')
    isDown = false
    await sendHeads(database, anchor, Date.now())
    const heads = bodies.map((body) => JSON.parse(body))
    expect(heads.map(({ customer }) => customer)).toEqual(['', 'horizonte', 'litoral'])
    const file = join(folder, 'heads.jsonl')
    await sendHeads(database, anchorAt(file), Date.now())
    expect(await headsIn(file)).toEqual(heads)
  })

  it('gets no head of a chain with a problem', async () => {
    const { database } = await start()
    const file = join(folder, 'heads.jsonl')
    await sendHeads(database, anchorAt(file), Date.now(), (customer) => customer === 'horizonte')
    expect((await headsIn(file)).map(({ customer }) => customer)).toEqual(['', 'litoral'])
  })

  it.runIf(inject('postgresUrl') === undefined)('gets after a restart what was signed before it', async () => {
    const dataDir = await demoDataDir()
    const file = join(folder, 'heads.jsonl')
    try {
      const { url, close } = await start({ dataDir, evidenceAnchor: file })
      const admin = await signIn({ url }, 'admin')
      const { head } = await (await admin.call('/rest/evidence/head')).json()
      await close()
      await start({ dataDir, evidenceAnchor: file })
      expect(await headsIn(file)).toContainEqual(head)
    } finally {
      await backend?.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  it('refuses an answer of more than 64 KiB', async () => {
    const { database } = await start()
    const { url } = await receive(() => ({ status: 200, body: 'x'.repeat(65 * 1024) }))
    for (const anchor of [anchorAt(url), timeStampAnchor(database, url)])
      await expect(sendHeads(database, anchor, Date.now())).rejects.toThrow('more than 65536 bytes')
  })
})

describe('the start of a server with a wrong anchor (EVI-5)', () => {
  it('is refused in Portuguese', async () => {
    const refused = start({ evidenceAnchor: join(folder, 'none', 'heads') })
    await expect(refused).rejects.toThrow(
      /^GUARITA_EVIDENCE_ANCHOR: .* a pasta do arquivo não existe\. Corrija o valor/,
    )
  })

  it('goes on, and reports it in the log and in /readyz, if the anchor only fails for the moment', async () => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    const evidenceAnchor = (await receive(() => ({ status: 503 }))).url
    const { url } = await start({ evidenceAnchor, log: { level: 'warn', format: 'json', write } })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ready: true, warnings: ['anchor'] })
    expect(lines.filter((line) => line.includes('as cabeças assinadas não saem deste servidor'))).toHaveLength(1)
  })
})

describe('the probe of an anchor (EVI-5)', () => {
  let shared: Backend
  beforeAll(async () => {
    shared = await startTestBackend({ monitorEveryMs: 0 })
  })
  afterAll(() => shared.close())
  const probe = (anchor: Anchor) => probeAnchor(shared.database, anchor, Date.now())

  it.each([
    ['a folder instead of a file', () => folder, 'o caminho é de uma pasta'],
    ['a path below a file', () => join('package.json', 'heads'), 'não é uma pasta'],
    ['an address with another scheme', () => 'ftp://127.0.0.1/heads', 'a pasta do arquivo não existe'],
  ])('refuses %s', async (_name, place, message) => {
    await expect(probe(anchorAt(place()))).rejects.toThrow(message)
  })

  it('refuses an address with a password, without the password', async () => {
    const probed = probe(anchorAt('http://a:segredo@127.0.0.1/'))
    await expect(probed).rejects.toThrow('não pode levar usuário e senha')
    await expect(probed).rejects.not.toThrow('segredo')
  })

  it.each([401, 404, 302])('refuses an address that answers %i', async (status) => {
    const { url } = await receive(() => ({ status, location: '/other' }))
    await expect(probe(anchorAt(url))).rejects.toThrow(`respondeu ${status}`)
    await expect(probe(timeStampAnchor(shared.database, url))).rejects.toThrow(/^GUARITA_EVIDENCE_TSA: /)
  })

  it('refuses the address of another service as an authority', async () => {
    const { url } = await receive(() => ({ status: 200, body: '<html>' }))
    const probed = probe(timeStampAnchor(shared.database, url))
    await expect(probed).rejects.toThrow('não respondeu como uma autoridade')
  })

  it('only reports an address that is not reachable, or asks for patience', async () => {
    expect(await probe(anchorAt('http://127.0.0.1:1/'))).toBeInstanceOf(Error)
    const { url } = await receive(() => ({ status: 429 }))
    expect(String(await probe(anchorAt(url)))).toContain('429')
  })

  it('only reports an anchor that has taken a head before', async () => {
    const anchor = anchorAt(join(folder, 'later', 'heads'))
    await sendHeads(shared.database, { ...anchor, take: async () => {} }, Date.now())
    expect(String(await probe(anchor))).toContain('a pasta do arquivo não existe')
  })
})
