import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { generatedDocuments } from './documents.ts'
import { statechartFolder } from './statecharts/statechart-documents.ts'

const documents = await generatedDocuments()

for (const page of globSync(`${statechartFolder}/*`)) if (!(page in documents)) rmSync(page)
for (const [path, text] of Object.entries(documents)) {
  mkdirSync(posix.dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(path)
}
