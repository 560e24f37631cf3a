import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Metric, printMetrics } from '../metric.ts'

/**
 * Measures how long a signed-in person waits, and how much memory the server takes, while a client without a token attacks (OPS-4):
 * `node tests/bench/attacks/strangers.ts`.
 */
const server = fork(join(import.meta.dirname, '../hardening/small-server.ts'))
const metrics: Metric[] = []
try {
  const [{ url }] = await once(server, 'message')
  const { hostname, port } = new URL(url)
  const { tokens, mostMiB: mostAtStart } = await report()
  const token = () => randomBytes(32).toString('base64url')

  await attack('30,000 pipelined requests with unknown tokens', async () => {
    const requests = Array.from(
      { length: 1_000 },
      () => `GET /rest/api/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token()}\r\n\r\n`,
    ).join('')
    for (let round = 0; round < 30; round += 1) await send(requests)
  })
  await attack('30,000 pipelined requests with `Bearer x`', async () => {
    const requests = 'GET /rest/api/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n'.repeat(1_000)
    for (let round = 0; round < 30; round += 1) await send(requests)
  })
  await attack('30,000 CONNECT packets with unknown tokens', async () => {
    for (let round = 0; round < 30; round += 1) {
      const socket = new WebSocket(`ws://${hostname}:${port}/socket.io/?EIO=4&transport=websocket`)
      await once(socket, 'message')
      const closed = once(socket, 'close')
      for (let sent = 0; sent < 1_000; sent += 1) socket.send(`40${JSON.stringify({ token: token() })}`)
      await closed
    }
  })
  await attack('20,000 polling handshakes', async () => {
    for (let round = 0; round < 200; round += 1)
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`)
          await answer.arrayBuffer()
        }),
      )
  })
  printMetrics(metrics)

  /** Does `work` while a signed-in person asks the server again and again. */
  async function attack(name: string, work: () => Promise<void>): Promise<void> {
    let isOver = false
    const over = work().then(() => {
      isOver = true
    })
    let longestMs = 0
    do {
      const from = performance.now()
      const answer = await fetch(`${url}/rest/api/health`, { headers: { authorization: `Bearer ${tokens.admin}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a signed-in person got ${answer.status}`)
      longestMs = Math.max(longestMs, performance.now() - from)
    } while (!isOver)
    await over
    const { mostMiB } = await report()
    metrics.push({ what: `${name}: longest wait of a signed-in person`, measured: longestMs, unit: 'ms' })
    metrics.push({
      what: `${name}: growth of the memory since the start`,
      measured: mostMiB - mostAtStart,
      unit: 'MiB',
    })
  }

  /** Resolves when the server has ended the connection. */
  function send(bytes: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytes))
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume()
    })
  }
} finally {
  server.kill('SIGKILL')
}

async function report(): Promise<{ tokens: Record<string, string>; mostMiB: number }> {
  const answer = once(server, 'message')
  server.send('report')
  return (await answer)[0]
}
