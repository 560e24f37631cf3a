import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate } from '../../../backend/database/migrations.ts'

/**
 * Writes into the database of a data directory until it is killed, with a number of writers: `audit` writes 100 audit
 * records in each statement, `single` one row. Prints the number of each answered write on a line.
 */
const [dataDir = '', fsync = '', what = '', writers = '1'] = process.argv.slice(2)
const database = await openEmbeddedDatabase(join(dataDir, 'db'), { isDurable: fsync === 'fsync' })
await migrate(database)
await database.script('create table if not exists written (id int primary key, text text)')

const statements: Record<string, string> = {
  single: `insert into written values ($1, repeat('x', 300))`,
  audit: `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, cause,
      panel_version, received_at)
    select gen_random_uuid(), 'user-admin', 'horizonte', 'condominio-' || n % 12, 'CAT-' || n % 300, $1::int * 100 + n,
      now(), 'transition', 'failure', '1.0.0', now() from generate_series(1, 100) n`,
}
console.log('begun')
let next = 0
await Promise.all(
  Array.from({ length: Number(writers) }, async () => {
    for (;;) {
      next += 1
      const id = next
      await database.execute(statements[what] ?? '', [id])
      process.stdout.write(`${id}\n`)
    }
  }),
)
