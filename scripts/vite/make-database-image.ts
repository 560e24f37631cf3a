import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { packImage, shippedImage } from '../../backend/database/embedded/shipped-image.ts'

// A separate process returns its memory, 1 GB, to the build.
const image = shippedImage()
const directory = await mkdtemp(join(tmpdir(), 'guarita-database-'))
try {
  const database = await PGlite.create(directory)
  await database.close()
  await packImage(directory, `${image}.part`)
  await rename(`${image}.part`, image)
} finally {
  await rm(directory, { recursive: true })
}
