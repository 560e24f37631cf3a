import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { noChromium } from '../../../scripts/find-chromium.js'

const panel = join(import.meta.dirname, '../../../dist/index.html')

/** Global set-up of Playwright. Throws with an instruction if the browser or the built panel is missing. */
export default function beforeAll(): void {
  if (process.env.CHROMIUM_PATH === undefined) throw new Error(noChromium)
  if (!existsSync(panel)) throw new Error('The panel is not built. Build it first: npx vite build')
}
