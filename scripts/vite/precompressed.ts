import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { failureDocumentFile } from './failure-document.ts'

/**
 * Writes `.br` and `.gz` beside every text file, for static hosts. Runs after the files are written, because earlier texts contain Vite's
 * placeholders. Leaves out `index.html`, which gets its nonce when served.
 */
export function precompressed(): Plugin {
  return {
    name: 'guarita:precompressed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const fileName of globSync(['**/*.{js,css,svg}', 'licencas.json', failureDocumentFile], {
        cwd: dir,
      })) {
        const path = join(dir, fileName)
        const source = readFileSync(path)
        // These files are rarely requested, and the best quality takes seconds.
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
