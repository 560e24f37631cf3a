import { writeFileSync } from 'node:fs'
import { generatedDocuments } from './documents.ts'

for (const [path, text] of Object.entries(await generatedDocuments())) {
  writeFileSync(path, text)
  console.log(path)
}
