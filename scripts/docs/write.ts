import { writeDocuments } from './documents.ts'

for (const path of await writeDocuments('.')) console.log(path)
