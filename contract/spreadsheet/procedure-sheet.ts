import { contactRoleWords } from '../contacts/contacts.ts'
import {
  condominiumKinds,
  type ProcedureKind,
  procedureKinds,
  procedureKindWords,
} from '../procedures/procedure-kinds.ts'
import { contactRoles } from '../wire/answers/contacts.ts'
import {
  mostSteps,
  type Procedure,
  type ProcedureLists,
  type ProcedureStep,
  stepRule,
} from '../wire/answers/procedures.ts'
import { answerOf, type NamedRows, numberOf, plain, type TitledRow, titledRows } from './titled-rows.ts'

/** Column titles of a spreadsheet of procedures (PROC-1), in their order. */
export const procedureTitles = [
  'Ocorrência',
  'Condomínio',
  'Passo',
  'O que fazer',
  'Obrigatório',
  'Ligar para',
] as const

type Title = (typeof procedureTitles)[number]
type List = ProcedureLists['lists'][number]

/** A wrong cell; `text` tells a person what to do. */
export type CellProblem = { row: number; column: Title; text: string }

/** A procedure of the spreadsheet beside the stored steps; `before` is null if the owner has the default. */
export interface SheetProcedure extends Pick<List, 'condominiumId' | 'name'> {
  kind: ProcedureKind
  steps: readonly ProcedureStep[]
  before: readonly ProcedureStep[] | null
  isChanged: boolean
}

/** A procedure that the spreadsheet does not name stays as it is. */
export interface ProcedureSheet {
  procedures: readonly SheetProcedure[]
  problems: readonly CellProblem[]
}

/** Returns the rows below the header. Throws a `SpreadsheetProblem` for a wrong header, or without rows. */
export function procedureRowsOf(sheet: NamedRows): TitledRow[] {
  return titledRows(sheet, procedureTitles)
}

/** Returns the cells of all procedures: those of the customer, then the own procedures of each condominium. */
export function procedureCells({ lists, defaults }: ProcedureLists): string[][] {
  const listAt = listFinder(lists)
  return lists.flatMap((list) => {
    // Writes the code if the import would not find the condominium by its name.
    const place = list.condominiumId === null || listAt(list.name) === list ? list.name : list.wordCode
    return (list.condominiumId === null ? defaults : list.own).flatMap(({ kind, steps }) => {
      const owner = [procedureKindWords[kind], place]
      if (steps.length === 0) return [[...owner, '', '', '', '']]
      return steps.map(({ text, isRequired, role }, at) => [
        ...owner,
        `${at + 1}`,
        text,
        isRequired ? 'Sim' : 'Não',
        role === null ? '' : contactRoleWords[role],
      ])
    })
  })
}

/** Compares the rows of a spreadsheet with the stored lists. */
export function procedureSheetOf(rows: readonly TitledRow[], current: ProcedureLists): ProcedureSheet {
  const problems: CellProblem[] = []
  const listAt = listFinder(current.lists)
  const read = rows.flatMap((row) => readRow(row, listAt, problems) ?? [])
  const groups = Map.groupBy(read, ({ list, kind }) => JSON.stringify([list.condominiumId, kind]))
  const procedures = [...groups.values()].flatMap((group) => procedureOf(group, current, problems) ?? [])
  return { procedures, problems: problems.toSorted((one, other) => one.row - other.row) }
}

export type ChangedList = Pick<List, 'condominiumId' | 'version' | 'own'>

/** Returns the changed lists, as the server takes them. */
export function changedLists(procedures: readonly SheetProcedure[], { lists }: ProcedureLists): ChangedList[] {
  return lists.flatMap(({ condominiumId, version, own }) => {
    const changed = procedures.filter((each) => each.isChanged && each.condominiumId === condominiumId)
    if (changed.length === 0) return []
    const kept = own.filter(({ kind }) => !changed.some((each) => each.kind === kind))
    return [
      { condominiumId, version, own: [...kept, ...changed.map(({ kind, steps }) => ({ kind, steps: [...steps] }))] },
    ]
  })
}

/** `step` is null for the row of a procedure without steps. */
type ReadStep = { row: number; list: List; kind: ProcedureKind; number: number; step: ProcedureStep | null }

/** Returns the step of a row; adds the problems of its cells, and returns undefined if there are any. */
function readRow({ row, cells }: TitledRow, listAt: ListFinder, problems: CellProblem[]): ReadStep | undefined {
  const found = procedureTitles.flatMap((column, at): CellProblem[] => {
    const text = cells[at]?.problem
    return text === undefined ? [] : [{ row, column, text }]
  })
  const refuse = (column: Title, text: string) => {
    if (!found.some((each) => each.column === column)) found.push({ row, column, text })
  }
  const [kindText = '', place = '', numberText = '', text = '', required = '', roleText = ''] = cells.map(numberOf)
  const kind = procedureKinds.find((each) => plain(procedureKindWords[each]) === plain(kindText))
  if (kind === undefined)
    refuse('Ocorrência', `Escreva um destes tipos: ${Object.values(procedureKindWords).join('; ')}.`)
  const list = listAt(place)
  if (typeof list === 'string') refuse('Condomínio', list)
  else if (list.condominiumId !== null && kind !== undefined && !condominiumKinds.includes(kind))
    refuse('Condomínio', 'Este tipo vale para vários condomínios: deixe o condomínio vazio.')
  const isStep = [numberText, text, required, roleText].some((each) => each !== '')
  const number = Number(numberText)
  if (isStep && !(numberText !== '' && Number.isInteger(number) && number >= 1 && number <= mostSteps))
    refuse('Passo', `Escreva o número do passo, de 1 a ${mostSteps}.`)
  const wrongText = isStep ? stepRule(text) : undefined
  if (wrongText !== undefined) refuse('O que fazer', wrongText)
  const isRequired = required === '' ? false : answerOf(required)
  if (isRequired === undefined) refuse('Obrigatório', 'Escreva Sim ou Não.')
  const role = roleText === '' ? null : contactRoles.find((each) => plain(contactRoleWords[each]) === plain(roleText))
  if (role === undefined) refuse('Ligar para', `Escreva ${Object.values(contactRoleWords).join(', ')}, ou deixe vazio.`)
  problems.push(...found)
  if (found.length > 0 || kind === undefined || typeof list === 'string') return undefined
  if (isRequired === undefined || role === undefined) return undefined
  return { row, list, kind, number, step: isStep ? { text, role, isRequired } : null }
}

/** Returns the procedure of the rows; undefined, with a problem for each row that does not fit the others. */
function procedureOf(
  rows: readonly ReadStep[],
  { defaults }: ProcedureLists,
  problems: CellProblem[],
): SheetProcedure | undefined {
  const rowOf = new Map<number, number>()
  const wrong = rows.flatMap(({ row, number, step }): CellProblem[] => {
    const earlier = rowOf.get(number)
    if (earlier === undefined) rowOf.set(number, row)
    if (step === null && rows.length > 1)
      return [{ row, column: 'Passo', text: 'Este procedimento já tem outra linha: apague esta.' }]
    const text = `O passo ${number} deste procedimento já está na linha ${earlier}: escreva outro número.`
    return earlier === undefined ? [] : [{ row, column: 'Passo', text }]
  })
  problems.push(...wrong)
  const [first] = rows
  if (first === undefined || wrong.length > 0) return undefined
  const { list, kind } = first
  const { condominiumId, name } = list
  const steps = rows.toSorted((one, other) => one.number - other.number).flatMap(({ step }) => step ?? [])
  const stepsIn = (own: readonly Procedure[]) => own.find((each) => each.kind === kind)?.steps
  // The exported rows of the customer include the defaults, which must stay defaults.
  const shown = condominiumId === null ? stepsIn(defaults) : stepsIn(list.own)
  return {
    ...{ condominiumId, name, kind, steps },
    before: shown ?? null,
    isChanged: shown === undefined || stepsText(shown) !== stepsText(steps),
  }
}

function stepsText(steps: readonly ProcedureStep[]): string {
  return JSON.stringify(steps.map(({ text, role, isRequired }) => [text, role, isRequired]))
}

type ListFinder = (place: string) => List | string

/** Returns a function that finds the list of a name or code in a cell, or states what to do if that is not one list. */
function listFinder(lists: readonly List[]): ListFinder {
  const ofCustomer = lists.filter(({ condominiumId }) => condominiumId === null)
  const condominiums = lists.filter(({ condominiumId }) => condominiumId !== null)
  const ofName = Map.groupBy(condominiums, ({ name }) => plain(name))
  const ofCode = Map.groupBy(condominiums, ({ wordCode }) => plain(wordCode))
  return (place) => {
    const [named = [], coded = []] = place === '' ? [ofCustomer] : [ofName.get(plain(place)), ofCode.get(plain(place))]
    const [only, ...others] = new Set(coded.length === 1 ? coded : [...named, ...coded])
    if (only === undefined) return 'Nenhum condomínio seu tem este nome: corrija, ou deixe vazio para valer em todos.'
    return others.length === 0 ? only : 'Há condomínios com nomes iguais: escreva o código.'
  }
}
