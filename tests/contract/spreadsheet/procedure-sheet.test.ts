import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProcedures } from '../../../contract/procedures/default-procedures.ts'
import { condominiumKinds, procedureKinds } from '../../../contract/procedures/procedure-kinds.ts'
import {
  changedLists,
  procedureCells,
  procedureRowsOf,
  procedureSheetOf,
  procedureTitles,
} from '../../../contract/spreadsheet/procedure-sheet.ts'
import { readSpreadsheet } from '../../../contract/spreadsheet/spreadsheet.ts'
import { contactRoles } from '../../../contract/wire/answers/contacts.ts'
import {
  mostSteps,
  type Procedure,
  type ProcedureLists,
  type ProcedureStep,
  stepRule,
} from '../../../contract/wire/answers/procedures.ts'
import { sheetFile } from '../../../src/services/files/sheet-file.ts'
import { type Cell, xlsxOf } from './spreadsheet-files.ts'

const step = (text: string, more: Partial<ProcedureStep> = {}): ProcedureStep => ({
  ...{ text, role: null, isRequired: false },
  ...more,
})
const listOf = (condominiumId: string | null, name = '', own: Procedure[] = [], wordCode = `${condominiumId}`) => ({
  ...{ condominiumId, name, wordCode: condominiumId === null ? '' : wordCode, version: 3, own },
})
const withLists = (lists: ProcedureLists['lists'], ofCustomer: readonly Procedure[] = []): ProcedureLists => ({
  lists,
  defaults: procedureKinds.map(
    (kind) => ofCustomer.find((each) => each.kind === kind) ?? { kind, steps: [...defaultProcedures[kind]] },
  ),
})
const stored = withLists([
  listOf(null),
  listOf('c1', 'Edifício Sol', [{ kind: 'reported', steps: [step('Anotar')] }]),
  listOf('c2', 'Edifício Lua'),
])
const read = async (rows: readonly (readonly Cell[])[], lists = stored) => {
  const file = new File([xlsxOf([procedureTitles, ...rows])], 'procedimentos.xlsx')
  return procedureSheetOf(procedureRowsOf(await readSpreadsheet(file)), lists)
}
const written = 'Ocorrência escrita por uma pessoa'

test('rows become procedures of the customer and of condominiums, by name or code, with their steps in order (PROC-1)', async () => {
  const { procedures, problems } = await read([
    ['porta forcada', '', '2', 'Avisar', '', 'sindico'],
    ['Porta forçada', '', 1, 'Ver a câmera', 'sim', ''],
    [written, 'edificio sol', '1', 'Anotar', true, ''],
    [written, 'C2', '', '', '', ''],
  ])
  expect(problems).toEqual([])
  expect(procedures).toMatchObject([
    {
      ...{ condominiumId: null, kind: 'door-forced', isChanged: true, before: defaultProcedures['door-forced'] },
      steps: [step('Ver a câmera', { isRequired: true }), step('Avisar', { role: 'manager' })],
    },
    { condominiumId: 'c1', steps: [step('Anotar', { isRequired: true })], before: [step('Anotar')], isChanged: true },
    { condominiumId: 'c2', steps: [], before: null, isChanged: true },
  ])
})

test('each wrong cell is named with its row, its column and what to do (PROC-1)', async () => {
  const { problems } = await read([
    ['Porta', 'Edifício Marte', '0', ' ', 'talvez', 'Bombeiros'],
    ['Vários condomínios sem contato', 'Edifício Sol', '1', 'Avisar', '', ''],
    [written, '', '1', 'a'.repeat(151), '', ''],
    [written, 'Edifício Lua', '1', 'Avisar', '', ''],
    [written, 'c2', '1', 'Anotar', '', ''],
    ['Porta forçada', '', '1', 'Ver', '', ''],
    ['Porta forçada', '', '', '', '', ''],
  ])
  const kinds =
    'Porta forçada; Portão aberto além do tempo; Dispositivo sem contato; Condomínio inteiro sem contato; Vários condomínios sem contato; Ocorrência escrita por uma pessoa; Evento de um controlador'
  expect(problems.map(({ row, column, text }) => [row, column, text])).toEqual([
    [2, 'Ocorrência', `Escreva um destes tipos: ${kinds}.`],
    [2, 'Condomínio', 'Nenhum condomínio seu tem este nome: corrija, ou deixe vazio para valer em todos.'],
    [2, 'Passo', 'Escreva o número do passo, de 1 a 20.'],
    [2, 'O que fazer', 'Escreva o passo.'],
    [2, 'Obrigatório', 'Escreva Sim ou Não.'],
    [2, 'Ligar para', 'Escreva Síndico, Zelador, Manutenção, Energia, Internet, Polícia, Outro, ou deixe vazio.'],
    [3, 'Condomínio', 'Este tipo vale para vários condomínios: deixe o condomínio vazio.'],
    [4, 'O que fazer', 'Use no máximo 150 caracteres.'],
    [6, 'Passo', 'O passo 1 deste procedimento já está na linha 5: escreva outro número.'],
    [8, 'Passo', 'Este procedimento já tem outra linha: apague esta.'],
  ])
})

test('two condominiums with one name are told apart by their codes (PROC-1)', async () => {
  const lists = withLists([listOf(null), listOf('c1', 'Sol'), listOf('c2', 'SOL'), listOf('c3', 'Lua', [], 'sol')])
  const [named] = (await read([[written, 'c2', '1', 'Anotar', '', '']], lists)).procedures
  expect(named?.condominiumId).toBe('c2')
  const coded = await read([[written, 'Sol', '1', 'Anotar', '', '']], lists)
  expect(coded.procedures[0]?.condominiumId).toBe('c3')
  const twins = withLists([listOf(null), listOf('c1', 'Sol'), listOf('c2', 'SOL')])
  const { problems } = await read([[written, 'Sol', '1', 'Anotar', '', '']], twins)
  expect(problems).toEqual([
    { row: 2, column: 'Condomínio', text: 'Há condomínios com nomes iguais: escreva o código.' },
  ])
})

test('only the changed lists are sent, and a procedure that the spreadsheet does not name stays (PROC-1)', async () => {
  const alarm = { kind: 'alarm' as const, steps: [step('Ouvir')] }
  const lists = withLists([listOf(null), listOf('c1', 'Sol', [alarm]), listOf('c2', 'Lua', [alarm])])
  const { procedures } = await read(
    [
      [written, 'Sol', '1', 'Anotar', '', ''],
      ['Evento de um controlador', 'Lua', '1', 'Ouvir', '', ''],
    ],
    lists,
  )
  expect(changedLists(procedures, lists)).toEqual([
    { condominiumId: 'c1', version: 3, own: [alarm, { kind: 'reported', steps: [step('Anotar')] }] },
  ])
})

test('a spreadsheet with other columns, or without rows, is refused (PROC-1)', async () => {
  const rowsOf = async (rows: readonly (readonly Cell[])[]) =>
    procedureRowsOf(await readSpreadsheet(new File([xlsxOf(rows)], 'procedimentos.xlsx')))
  await expect(
    rowsOf([
      ['Ocorrência', 'Passo'],
      ['x', '1'],
    ]),
  ).rejects.toThrow('O cabeçalho não é o do modelo')
  await expect(rowsOf([[...procedureTitles]])).rejects.toThrow('nenhuma linha abaixo do cabeçalho')
})

test('importing an exported spreadsheet changes nothing, for any procedures and names (PROC-1)', async () => {
  const line = fc
    .oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }))
    .map((text) => text.trim())
    // The reader reports these texts as errors of formulas.
    .filter((text) => stepRule(text) === undefined && !/^(?:#|Err:)/i.test(text))
  const steps = fc.array(
    fc.record({ text: line, role: fc.option(fc.constantFrom(...contactRoles)), isRequired: fc.boolean() }),
    { maxLength: mostSteps },
  )
  const own = (kinds: readonly Procedure['kind'][]) =>
    fc.uniqueArray(fc.record({ kind: fc.constantFrom(...kinds), steps }), { selector: ({ kind }) => kind })
  const names = fc.oneof(line, fc.constantFrom('Sol', 'sol', 'c1'))
  const condominiums = fc.array(fc.record({ name: names, own: own(condominiumKinds) }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(own(procedureKinds), condominiums, async (ofCustomer, others) => {
      const lists = withLists(
        [listOf(null, '', ofCustomer), ...others.map((each, at) => listOf(`c${at}`, each.name, each.own))],
        ofCustomer,
      )
      const bytes = sheetFile('Procedimentos', [procedureTitles, ...procedureCells(lists)])
      const rows = procedureRowsOf(await readSpreadsheet(new File([bytes], 'procedimentos.xlsx')))
      const { procedures, problems } = procedureSheetOf(rows, lists)
      expect(problems).toEqual([])
      expect(changedLists(procedures, lists)).toEqual([])
    }),
    { seed: 56, numRuns: 200 },
  )
})
