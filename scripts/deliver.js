import { buildPanel } from './build-panel.js'
import { projectRoot, runCommand } from './command.js'
import { ensureInstalled, hasPanel } from './install.js'
import { withProgress } from './progress.js'
import { stripNode, trimPackages } from './trim-packages.js'

/**
 * `npm run deliver`: makes an installation of this folder: packages, the built panel, the project's own Node.js, and
 * nothing that only development needs. Refuses a folder that has a panel already: a server may be using it.
 */
try {
  if (hasPanel())
    throw new Error(`Em ${projectRoot} já há um painel construído (dist). Nada foi alterado. Prepare a versão nova em outra pasta.
A built panel (dist) is in ${projectRoot} already. Nothing was changed. Prepare the new version in another directory.`)
  const env = await ensureInstalled()
  await buildPanel(env)
  const { code, output } = await withProgress('Removing development packages', () =>
    runCommand('npm', ['prune', '--omit=dev', '--omit=optional'], { env, quiet: true }),
  )
  if (code !== 0) throw new Error(output)
  await trimPackages()
  await stripNode()
  await ensureInstalled({ isComplete: false })
  console.log(`${projectRoot} is ready.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
