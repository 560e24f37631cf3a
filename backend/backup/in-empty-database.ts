import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { removeDatabase, syncAll, syncOne } from '../database/embedded/data-directory.ts'
import { restoringName, withRestoreLock } from '../database/embedded/data-lock.ts'
import { openEmbeddedDatabase } from '../database/embedded/embedded-database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { type DatabasePlace, openDatabase } from '../open-database.ts'

/**
 * Does `work` with the result of `check` and a new database: the PostgreSQL of `databaseUrl`, or an embedded database that becomes the data
 * directory's own only after `work` has succeeded. If the process is killed, also during `check`, no start makes an empty installation
 * there. Rejects with an `OperatorError` if there is data already.
 */
export async function inEmptyDatabase<Checked>(
  place: DatabasePlace,
  check: () => Promise<Checked>,
  work: (database: Database, checked: Checked) => Promise<void>,
): Promise<void> {
  if (place.databaseUrl !== undefined) {
    const checked = await check()
    const { database } = await openDatabase(place)
    return work(database, checked).finally(() => database.close())
  }
  const { dataDir, databaseImage: image } = place
  const isNew = !existsSync(dataDir)
  return withRestoreLock(dataDir, async () => {
    const [final, making] = [join(dataDir, 'db'), join(dataDir, restoringName)]
    if (existsSync(final) || existsSync(`${final}.json`))
      throw new OperatorError(
        `A pasta ${dataDir} já tem dados. Nada foi alterado. Restaure em outra (--data), ou guarde essa com outro nome antes.`,
      )
    await removeDatabase(making)
    try {
      await mkdir(making, { mode: 0o700 })
      const checked = await check().catch(async (error) => {
        if (isNew) await rm(dataDir, { recursive: true })
        throw error
      })
      // No data counts as stored before the directory has its final name: one sync at the end is enough.
      const database = await openEmbeddedDatabase(making, { isDurable: false, ...(image && { image }) })
      await work(database, checked).finally(() => database.close())
      await syncAll(making)
      await rename(making, final)
      await rename(`${making}.json`, `${final}.json`)
      await syncOne(dataDir)
    } finally {
      await removeDatabase(making)
    }
  })
}
