import { isInternalAddress } from '../fields/device-address.ts'
import type { SheetRow } from './sheet-xml.ts'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'

/** The columns of the template, by the field that each fills (contract "Devices"). */
export const columnTitles = {
  wordCode: 'Código',
  name: 'Nome',
  model: 'Modelo',
  ip: 'IP',
  port: 'Porta',
  active: 'Ativo',
} as const

export type ImportField = keyof typeof columnTitles

/** In the order of the template. */
export const importFields = [
  'wordCode',
  'name',
  'model',
  'ip',
  'port',
  'active',
] as const satisfies readonly ImportField[]

/** A column that may stand beside those of the template: what was wrong when the row was last tried. */
export const problemTitle = 'Problema'

/** A row of the file: its number there, its texts, and what is wrong with each. */
export interface ImportRow {
  row: number
  texts: Readonly<Record<ImportField, string>>
  problems: Readonly<Partial<Record<ImportField, string>>>
}

const longestText = 80
const yes = new Set(['', 'sim', 's', 'verdadeiro', 'true', '1'])
const no = new Set(['nao', 'n', 'falso', 'false', '0'])

/** The rows below the header, by the server's own rules. Throws a `SpreadsheetProblem` for another header, and without rows. */
export function importRowsOf([header, ...rows]: readonly SheetRow[]): ImportRow[] {
  const columns = columnsOf(header)
  if (rows.length === 0) throw new SpreadsheetProblem('A planilha não tem nenhuma linha abaixo do cabeçalho.')
  const rowOfCode = new Map<string, number>()
  return rows.map(({ row, cells }) => {
    const textOf = (field: ImportField) => cells[columns[field]] ?? ''
    const texts = {
      wordCode: textOf('wordCode').toUpperCase(),
      name: textOf('name'),
      model: textOf('model'),
      ip: textOf('ip'),
      port: textOf('port'),
      active: textOf('active'),
    }
    const problems = problemsOf(texts)
    const earlier = rowOfCode.get(texts.wordCode)
    if (earlier !== undefined) problems.wordCode ??= `Este código já está na linha ${earlier}.`
    else if (texts.wordCode !== '') rowOfCode.set(texts.wordCode, row)
    return { row, texts, problems }
  })
}

function problemsOf({ wordCode, name, model, ip, port, active }: ImportRow['texts']) {
  const problems: Partial<Record<ImportField, string>> = {}
  const note = (field: ImportField, text: string | undefined) => {
    if (text !== undefined) problems[field] = text
  }
  if (!/^[A-Z0-9-]{3,32}$/.test(wordCode))
    note('wordCode', 'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.')
  note('name', textProblem(name))
  note('model', textProblem(model))
  if (!isInternalAddress(ip)) note('ip', 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.')
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535) note('port', 'Informe uma porta de 1 a 65535.')
  if (!yes.has(plain(active)) && !no.has(plain(active))) note('active', 'Escreva Sim ou Não.')
  return problems
}

function textProblem(text: string): string | undefined {
  if (text === '') return 'Preencha este campo.'
  if (text.length > longestText) return `Use no máximo ${longestText} caracteres.`
  return /\p{Cc}/u.test(text) ? 'Use apenas letras, números e sinais.' : undefined
}

function columnsOf(header: SheetRow | undefined): Record<ImportField, number> {
  const found = (header?.cells ?? []).map(plain)
  const titles = importFields.map((field) => plain(columnTitles[field]))
  const isKnown = (title: string) => title === '' || title === plain(problemTitle) || titles.includes(title)
  const isOnce = (title: string) => found.filter((each) => each === title).length === 1
  if (!found.every(isKnown) || !titles.every(isOnce))
    throw new SpreadsheetProblem(
      `O cabeçalho não é o do modelo. A primeira linha deve ter, uma vez cada, as colunas ${Object.values(columnTitles).join(', ')}.`,
    )
  const columnOf = (field: ImportField) => found.indexOf(plain(columnTitles[field]))
  return {
    wordCode: columnOf('wordCode'),
    name: columnOf('name'),
    model: columnOf('model'),
    ip: columnOf('ip'),
    port: columnOf('port'),
    active: columnOf('active'),
  }
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
