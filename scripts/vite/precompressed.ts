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
      for (const fileName of globSync(['**/*.{js,css,svg}', 'licencas.json'], { cwd: dir })) {
        const path = join(dir, fileName)
        const source = readFileSync(path)
        // What hardly anybody asks for need not be as small as can be: the best takes seconds.
        const quality = fileName.endsWith('.json') ? 5 : constants.BROTLI_MAX_QUALITY
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          [constants.BROTLI_PARAM_QUALITY]: quality,
        }
        writeFileSync(`${path}.br`, brotliCompressSync(source, { params }))
        writeFileSync(`${path}.gz`, gzipSync(source, { level: 9 }))
      }
    },
  }
}
