import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lockDataDir } from '../database/data-lock.ts'
import { DatabaseRefused } from '../database/database-refused.ts'
import { openEmbeddedDatabase } from '../database/embedded-database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import { takeOver } from '../database/take-over.ts'

const usage = `Uso: guarita move --to postgres://usuario:senha@servidor:5432/banco [--data PASTA]

Leva uma instalação (a pasta de dados, padrão .data) para um banco PostgreSQL vazio, versão 15 ou mais nova.
Encerre o Guarita antes. A pasta não é alterada: se algo falhar, o banco fica vazio e nada se perde.`

const option = { type: 'string' } as const

try {
  const { values } = parseArgs({ options: { to: option, data: option, help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(usage)
  else if (values.to === undefined) fail(usage)
  else await move(values.data ?? join(import.meta.dirname, '../../.data'), values.to)
} catch (error) {
  if (error instanceof OperatorError) fail(error.message)
  else if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) fail(usage)
  else {
    console.error(error)
    fail('A mudança não foi feita. O banco de destino ficou como estava.')
  }
}

async function move(dataDir: string, url: string): Promise<void> {
  const directory = join(dataDir, 'db')
  if (!existsSync(directory)) throw new DatabaseRefused(`Não há dados do Guarita em ${dataDir}.`)
  const unlock = await lockDataDir(dataDir)
  try {
    const target = await openPostgresDatabase(url)
    try {
      const source = await openEmbeddedDatabase(directory)
      try {
        await takeOver(source, target, ({ name, rows }) =>
          console.log(`${name}: ${rows.toLocaleString('pt-BR')} linhas, iguais nos dois lados`),
        )
      } finally {
        await source.close()
      }
    } finally {
      await target.close()
    }
  } finally {
    await unlock()
  }
  console.log('Pronto. Inicie com o endereço do banco na variável DATABASE_URL.')
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
