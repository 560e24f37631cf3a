import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * `.br` and `.gz` beside every text file, for any static host that serves them, made from what was written: earlier, Vite's
 * own placeholders still stand in it. `index.html` is left out: it gets its nonce when it is served.
 */
export function precompressed(): Plugin {
  return {
    name: 'guarita:precompressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const fileName of globSync('**/*.{js,css,svg}', { cwd: dir })) {
        const path = join(dir, fileName)
        const source = readFileSync(path)
        const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }
        writeFileSync(`${path}.br`, brotliCompressSync(source, hint))
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
      }
    },
  }
}
