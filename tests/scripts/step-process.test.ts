import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { runStepProcess } from '../../scripts/step-process.js'

const node = process.execPath
// A step that starts a server and does not end it, as an interrupted test runner does.
const step = `
  const server = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server())}], { stdio: 'inherit' })
  process.on('SIGINT', () => process.exit(130))
  setInterval(() => {}, 1_000)`

function server(): string {
  return `
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
    console.log('server', process.pid)
    setInterval(() => {}, 1_000)`
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function lineOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) if (pattern.test(line)) return line
  throw new Error(`it ended without ${pattern}`)
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s leaves no process of a step behind', async (signalName) => {
  const run = spawn(node, [join(import.meta.dirname, 'stopped-run.js'), node, '-e', step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const serverPid = Number((await lineOf(run, /^server \d+$/)).split(' ')[1])
  expect(isAlive(serverPid)).toBe(true)

  run.kill(signalName)
  const [code] = await once(run, 'exit')
  expect(code).toBe(0)
  await expect.poll(() => isAlive(serverPid)).toBe(false)
})

test('a step that ends leaves no process behind', async () => {
  const leaving = `
    const server = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(server())}])
    server.stdout.once('data', (said) => { process.stdout.write(said); process.exit(3) })`
  const { code, output } = await runStepProcess(node, ['-e', leaving])
  expect(code).toBe(3)
  expect(output).toMatch(/^server \d+$/m)
  await expect.poll(() => isAlive(Number(/server (\d+)/.exec(output)?.[1]))).toBe(false)
})

test('the output of a step is collected, and its processor time includes its children', async () => {
  const busy = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);'
  const nested = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]); console.log('one'); console.error('two')`
  const { code, output, cpuMs } = await runStepProcess(node, ['-e', nested])
  expect(code).toBe(0)
  expect(output.split('\n').sort()).toEqual(['', 'one', 'two'])
  expect(cpuMs).toBeGreaterThan(300)
})

test('an unknown command ends with 127', async () => {
  expect(await runStepProcess('guarita-no-such-command', [])).toMatchObject({ code: 127 })
})
