import { parseArgs } from 'node:util'
import { numberText } from '../../contract/texts/number-text.ts'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import { withDatabase } from '../backup/with-database.ts'
import type { Database } from '../database/database.ts'
import { requireTable } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import { holdStill } from '../database/table-rows.ts'
import { headsIn, readSignedHeads } from '../evidence/signed-heads.ts'
import { type ChainVerdict, type KeptHeads, verifyChains } from '../evidence/verify-chain.ts'
import { commandProcess } from '../local-commands/command-process.ts'
import { installationOf, requireData } from '../local-commands/installation.ts'
import { program } from '../program-name.js'

const usage = `Uso: ${program} verify-audit [--heads ARQUIVO] [--key IMPRESSÃO] [--data PASTA]

Confere a corrente inteira de registros de cada administradora e da instalação: que nenhum registro foi alterado, retirado, posto ou
trocado de lugar, e que nenhuma corrente e nenhuma assinatura falta. Funciona com o Guarita em execução ou parado. Nada é alterado.
Sai com 1 se algo não confere ou falta.

  --heads ARQUIVO   cabeças assinadas que você guardou em outro lugar (as de GUARITA_EVIDENCE_ANCHOR, ou de GET /rest/evidence/head), uma em
                    cada linha, em JSON: só elas mostram que ninguém pôs no lugar uma cópia antiga, ou assinou tudo de novo com a chave
  --key IMPRESSÃO   a impressão digital da chave que você anotou: só ela mostra que ninguém assinou tudo de novo com outra
  --data PASTA      a pasta de dados (padrão .data, ou GUARITA_DATA); com DATABASE_URL vale o PostgreSQL

O que a corrente mostra e o que não mostra: docs/evidence.md.`

const withoutHeads = 'Sem --heads, isto não exclui que alguém com o servidor e a chave tenha gravado tudo de novo.'

const option = { heads: { type: 'string' }, key: { type: 'string' }, data: { type: 'string' } } as const

await commandProcess(usage, 'Não foi possível conferir.', async (args) => {
  const { values } = parseArgs({ args, options: option })
  const given = values.heads === undefined ? [] : await headsIn(values.heads)
  const place = installationOf(values.data, process.env)
  // Read before the database, which may be ahead of them but not behind.
  const own = place.databaseUrl === undefined ? await headsBeside(place.dataDir) : []
  const verdicts = await withDatabase(place, (database) => verified(database, { given, own }))
  for (const verdict of verdicts) console.log(lineOf(verdict))
  const key = values.key?.replace(/[\s:]/g, '').toLowerCase()
  const wrongKeys = key === undefined ? [] : verdicts.filter(({ signed }) => signed?.by !== key)
  for (const { customer, name } of wrongKeys)
    console.error(`${titleOf(customer, name)}: não está assinada com a chave que você anotou.`)
  if (wrongKeys.length > 0 || verdicts.some(({ problem }) => problem !== undefined))
    throw new OperatorError('NÃO CONFERE. Guarde os dados como estão, e compare com uma cópia de segurança.')
  const kept = given.length === 1 ? '1 cabeça guardada' : `${numberText(given.length)} cabeças guardadas`
  console.log(given.length === 0 ? `CONFERE. ${withoutHeads}` : `CONFERE, com ${kept} fora.`)
})

async function headsBeside(dataDir: string): Promise<SignedHead[]> {
  await requireData(dataDir)
  return readSignedHeads(dataDir)
}

function verified(database: Database, heads: KeptHeads): Promise<ChainVerdict[]> {
  return database.transaction(async (still) => {
    await holdStill(still)
    await requireTable(still, 'evidence_anchors')
    return verifyChains(still, heads)
  })
}

function titleOf(customer: string, name: string): string {
  return customer === '' ? 'Da instalação' : `${name || 'Administradora que não existe mais'} (${customer})`
}

function lineOf({ customer, name, records, problem, signed }: ChainVerdict): string {
  const title = titleOf(customer, name)
  if (problem !== undefined) return `${title}: NÃO CONFERE. ${problem}`
  const isOne = records === 1
  const checked = isOne ? '1 registro confere' : `${numberText(records)} registros conferem`
  if (signed === undefined)
    return `${title}: ${checked}; ${isOne ? 'ainda não foi assinado' : 'ainda não foram assinados'}.`
  const at = new Date(signed.at).toLocaleString('pt-BR', { timeZoneName: 'short' })
  return `${title}: ${checked}, ${isOne ? 'assinado' : 'assinados'} até o ${signed.seq} em ${at}.\n  Cabeça: ${signed.hash}\n  Chave:  ${signed.by}`
}
