import { projectRoot, runCommand } from './command.js'
import { refuseReadOnly } from './install.js'
import { withProgress } from './progress.js'

/**
 * Builds the panel into `dist`. Throws with the output of the build if it fails.
 * @param {NodeJS.ProcessEnv} env from `ensureInstalled`
 */
export async function buildPanel(env) {
  refuseReadOnly(projectRoot)
  const { code, output } = await withProgress('Building the panel', () =>
    runCommand('vite', ['build'], { env: { ...env, NODE_ENV: 'production' }, quiet: true }),
  )
  if (code !== 0) throw new Error(output)
}
