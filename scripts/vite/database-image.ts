import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'
import { shippedImage } from '../../backend/database/embedded/shipped-image.ts'

/**
 * Makes the empty database from which an embedded database starts, in the folder `prepared`, once for each version of
 * PGlite.
 */
export function databaseImage(): Plugin {
  return {
    name: 'guarita:database-image',
    apply: 'build',
    async closeBundle() {
      const image = shippedImage()
      if (existsSync(image)) return
      rmSync(dirname(image), { recursive: true, force: true })
      await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'make-database-image.ts')])
    },
  }
}
