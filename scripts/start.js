import { createServer } from 'node:net'
import { buildPanel } from './build-panel.js'
import { requestStop, runCommand } from './command.js'
import { ensureInstalled, hintAtInstalledCommand, isDelivered } from './install.js'

const flags = process.argv.slice(2)
/** These flags need no panel. */
const asksOnly = flags.some((flag) => ['--help', '-h', '--version'].includes(flag))

try {
  const env = await ensureInstalled({ isComplete: flags.includes('--dev') || !isDelivered() })
  process.exitCode = flags.includes('--dev') ? await develop(env) : await serve(env)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * `npm start`: builds the panel, except in a delivered installation, and serves it with the embedded backend.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the backend's exit code
 */
async function serve(env) {
  if (!asksOnly) {
    if (!isDelivered()) await buildPanel(env)
    hintAtInstalledCommand(flags)
    console.log('Starting the server…')
  }
  const backend = await runCommand('node', ['backend/main.ts', ...flags], { env })
  return backend.code
}

/**
 * `npm run dev`: Vite's development server in front of the embedded backend; when one ends, so does the other.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} the exit code of the one that ended first
 */
async function develop(env) {
  const backendFlags = flags.filter((flag) => flag !== '--dev')
  const port = await firstFreePort(8081)
  const running = [
    runCommand('node', ['backend/main.ts', '--port', String(port), ...backendFlags], { env }),
    runCommand('vite', ['--clearScreen', 'false'], {
      env: { ...env, GUARITA_BACKEND_URL: `http://localhost:${port}` },
    }),
  ]
  const first = await Promise.race(running)
  requestStop()
  await Promise.all(running)
  return first.code
}

/**
 * @param {number} port
 * @returns {Promise<number>}
 */
function firstFreePort(port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(firstFreePort(port + 1)))
    probe.listen(port, () => probe.close(() => resolve(port)))
  })
}
