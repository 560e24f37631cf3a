import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'

const engine = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))

/**
 * Folder of the empty database that the build ships: the compressed files of a new database of this version of PGlite.
 * Without the folder, the first start makes a new database, which takes 1 GB of memory (OPS-6).
 */
export function shippedImage(): string {
  const { version } = v.parse(
    engine,
    readFileSync(findPackageJSON('@electric-sql/pglite', import.meta.url) ?? '', 'utf8'),
  )
  return join(import.meta.dirname, '../../../prepared', `database-${version}`)
}

/** Fills the empty folder of a new database, if there is an `image`. */
export async function unpackImage(directory: string, image = shippedImage()): Promise<void> {
  if (existsSync(image)) await copyFiles(image, directory, promisify(gunzip))
}

/** Makes an image of a closed database. */
export function packImage(directory: string, image: string): Promise<void> {
  return copyFiles(directory, image, promisify(gzip))
}

async function copyFiles(from: string, to: string, convert: (content: Buffer) => Promise<Buffer>): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, path))
    if (entry.isDirectory()) await mkdir(copy, { recursive: true })
    else {
      await mkdir(dirname(copy), { recursive: true })
      await writeFile(copy, await convert(await readFile(path)))
    }
  }
}
