import { readFileSync } from 'node:fs'
import { isGenuine } from '../../backend/evidence/independent-verifier.ts'

/** Verifies a file with the second implementation, which docs/evidence.md contains. */
console.log(isGenuine({ file: readFileSync(process.argv[2] ?? '', 'utf8') }) ? 'CONFERE.' : 'NÃO CONFERE.')
