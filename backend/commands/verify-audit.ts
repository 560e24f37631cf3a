import { parseArgs } from 'node:util'
import { withDatabase } from '../backup/with-database.ts'
import type { Database } from '../database/database.ts'
import { requireTable } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import { holdStill } from '../database/table-rows.ts'
import { type ChainVerdict, verifyChains } from '../evidence/verify-chain.ts'
import { commandProcess } from '../local-commands/command-process.ts'
import { installationOf } from '../local-commands/installation.ts'

const usage = `Uso: guarita verify-audit [--key IMPRESSÃO] [--data PASTA]

Confere a corrente inteira de registros de cada administradora: que nenhum foi alterado, retirado, posto ou trocado de lugar.
Funciona com o Guarita em execução ou parado. Nada é alterado. Sai com 1 se algo não confere.

  --key IMPRESSÃO   a impressão digital da chave que você anotou: só ela mostra que ninguém assinou tudo de novo com outra
  --data PASTA      a pasta de dados (padrão .data, ou GUARITA_DATA); com DATABASE_URL vale o PostgreSQL

O que a corrente mostra e o que não mostra: docs/evidence.md.`

const option = { key: { type: 'string' }, data: { type: 'string' } } as const

await commandProcess(usage, 'Não foi possível conferir.', async (args) => {
  const { values } = parseArgs({ args, options: option })
  const verdicts = await withDatabase(installationOf(values.data, process.env), (database) => verified(database))
  if (verdicts.length === 0) console.log('Ainda não há registros.')
  for (const verdict of verdicts) console.log(lineOf(verdict))
  const { key } = values
  const wrongKeys = key === undefined ? [] : verdicts.filter(({ signed }) => signed && signed.by !== key)
  for (const { customer, name } of wrongKeys) console.error(`${titleOf(customer, name)}: assinada com outra chave.`)
  if (wrongKeys.length > 0 || verdicts.some(({ problem }) => problem !== undefined))
    throw new OperatorError('NÃO CONFERE. Guarde os dados como estão, e compare com uma cópia de segurança.')
  if (verdicts.length > 0) console.log('CONFERE.')
})

function verified(database: Database): Promise<ChainVerdict[]> {
  return database.transaction(async (still) => {
    await holdStill(still)
    await requireTable(still, 'evidence')
    return verifyChains(still)
  })
}

function titleOf(customer: string, name: string): string {
  return customer === '' ? 'Da instalação' : `${name || 'Administradora que não existe mais'} (${customer})`
}

function lineOf({ customer, name, records, problem, signed }: ChainVerdict): string {
  const title = titleOf(customer, name)
  if (problem !== undefined) return `${title}: NÃO CONFERE. ${problem}`
  const count = records.toLocaleString('pt-BR')
  if (signed === undefined) return `${title}: ${count} registros conferem; ainda não foram assinados.`
  const at = signed.at.toLocaleString('pt-BR', { timeZoneName: 'short' })
  return `${title}: ${count} registros conferem, assinados até o ${signed.seq} em ${at}.\n  Cabeça: ${signed.hash}\n  Chave:  ${signed.by}`
}
