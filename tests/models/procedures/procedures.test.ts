import { expect, test } from 'vitest'
import { procedureCells } from '../../../contract/spreadsheet/procedure-sheet.ts'
import type { TitledRow } from '../../../contract/spreadsheet/titled-rows.ts'
import type { Procedure, ProcedureLists } from '../../../contract/wire/answers/procedures.ts'
import { hasProblem } from '../../../src/machines/procedures/procedure-draft.ts'
import type { ProcedurePreview } from '../../../src/machines/procedures/procedure-preview.ts'
import { proceduresMachine } from '../../../src/machines/procedures/procedures.machine.ts'
import type { ProcedureRecord } from '../../../src/services/procedures/procedures-api.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Entered,
  first,
  type ProceduresModelContext,
  type ProceduresModelEvent,
  proceduresModel,
  second,
  sheetStep,
} from './procedures.model.ts'

const coverage = new Coverage(proceduresMachine)
const kinds = ['door-forced', 'reported'] as const
const stepsOf = (text: string) => [{ text, role: null, isRequired: true }]

const ownOf = (entered: Entered): Procedure[] =>
  kinds.flatMap((kind) => {
    const text = entered[kind]
    return text === null ? [] : [{ kind, steps: stepsOf(text) }]
  })
const enteredOf = (own: readonly Procedure[]): Entered => {
  const textOf = (kind: keyof Entered) => own.find((each) => each.kind === kind)?.steps[0]?.text ?? null
  return { 'door-forced': textOf('door-forced'), reported: textOf('reported') }
}
const recordOf = (entered: Entered, etag: string): ProcedureRecord => ({ own: ownOf(entered), defaults: [], etag })
const listsWith = (text: string): ProcedureLists => ({
  lists: [{ condominiumId: null, name: '', wordCode: '', version: 1, own: [] }],
  defaults: [{ kind: 'reported', steps: stepsOf(text) }],
})
const rowsWith = (text: string): TitledRow[] =>
  procedureCells(listsWith(text)).map((cells, at) => ({ row: at + 2, cells: cells.map((cell) => ({ text: cell })) }))
const failureWith = (status: number, text: string) => Object.assign(new Error(text), { status })

function sheetOf({ problems, procedures }: ProcedurePreview): 'changes' | 'same' | 'wrong' {
  if (problems.length > 0) return 'wrong'
  return procedures.some(({ isChanged }) => isChanged) ? 'changes' : 'same'
}

function startProcedures() {
  const standIns = new StandIns()
  const machine = proceduresMachine.provide({
    actors: {
      load: standIns.promise('load'),
      save: standIns.promise('save', ({ condominiumId, etag, own }) => ({
        condominiumId,
        etag,
        entered: enteredOf(own),
      })),
      exportSheet: standIns.promise('exportSheet'),
      readSheet: standIns.promise('readSheet', () => undefined),
      saveSheet: standIns.promise('saveSheet', ({ lists }) =>
        lists.flatMap(({ own }) => own.flatMap(({ steps }) => steps.map(({ text }) => text))),
      ),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

testPaths<ProceduresModelContext, ProceduresModelEvent, ReturnType<typeof startProcedures>>(
  'the page of procedures (PROC-1)',
  {
    model: proceduresModel,
    events: [
      { type: 'page.opens', owner: null },
      { type: 'page.opens', owner: 'c1' },
      { type: 'person.discards', owner: 'c1' },
      { type: 'person.edits', kind: 'door-forced', text: 'Ligar' },
      { type: 'person.edits', kind: 'door-forced', text: null },
      { type: 'person.edits', kind: 'reported', text: '' },
      { type: 'person.saves' },
      { type: 'person.retries' },
      { type: 'person.keepsMine' },
      { type: 'person.takesTheirs' },
      { type: 'person.continues' },
      { type: 'server.reads' },
      { type: 'server.hasNone', status: 404, text: 'Não encontrado.' },
      { type: 'server.hasNone', status: 403, text: 'Você não tem permissão para isso.' },
      { type: 'server.isDown', text: 'Tente mais tarde.' },
      { type: 'server.saves' },
      { type: 'server.hasChanged' },
      { type: 'server.fails', text: 'Tente mais tarde.' },
      { type: 'person.exports' },
      { type: 'person.chooses' },
      { type: 'person.applies' },
      { type: 'person.discardsSheet' },
      { type: 'sheet.isWritten' },
      { type: 'sheet.isRead', sheet: 'changes' },
      { type: 'sheet.isRead', sheet: 'same' },
      { type: 'sheet.isRead', sheet: 'wrong' },
      { type: 'sheet.isRefused', text: 'O cabeçalho não é o do modelo.' },
      { type: 'sheet.fails' },
      { type: 'server.imports' },
      { type: 'server.hasOtherLists' },
      { type: 'server.failsToImport', text: 'Tente mais tarde.' },
    ],
    possible: ({ type }, { value, context: { refusals } }) => {
      const state = nameOf(value)
      if (['server.reads', 'server.hasNone', 'server.isDown'].includes(type))
        return state === 'loading' || state === 'renewing'
      if (['server.imports', 'server.hasOtherLists', 'server.failsToImport'].includes(type)) return state === 'applying'
      if (type === 'sheet.isWritten') return state === 'exporting'
      if (type === 'sheet.isRead' || type === 'sheet.isRefused') return state === 'reading'
      if (type === 'sheet.fails') return state === 'exporting' || state === 'reading'
      if (type === 'person.saves' && refusals > 0) return false
      return !type.startsWith('server.') || state === 'saving'
    },
    key: ({ value, context: { owner, base, entered, etag, failure, refusals, sheet, sheetFailure } }) =>
      JSON.stringify([nameOf(value), owner, base, entered, etag, failure, refusals, sheet, sheetFailure]),
    start: startProcedures,
    perform: {
      'page.opens': ({ send }, { owner }) => send({ type: 'procedures.open', condominiumId: owner }),
      'person.discards': ({ send }, { owner }) => send({ type: 'procedures.discard', condominiumId: owner }),
      'person.edits': ({ send }, { kind, text }) =>
        send({ type: 'procedure.edit', kind, steps: text === null ? null : stepsOf(text) }),
      'person.saves': ({ send }) => send({ type: 'form.save' }),
      'person.retries': ({ send }) => send({ type: 'form.reload' }),
      'person.keepsMine': ({ send }) => send({ type: 'conflict.keepMine' }),
      'person.takesTheirs': ({ send }) => send({ type: 'conflict.takeTheirs' }),
      'person.continues': ({ send }) => send({ type: 'conflict.goOn' }),
      'server.reads': ({ standIns }) => standIns.resolve('load', recordOf(first, '"1"')),
      'server.hasNone': ({ standIns }, { status, text }) => standIns.reject('load', failureWith(status, text)),
      'server.isDown': ({ standIns }, { text }) => standIns.reject('load', failureWith(503, text)),
      'server.saves': ({ standIns }) => standIns.resolve('save', { kind: 'saved', record: recordOf(second, '"2"') }),
      'server.hasChanged': ({ standIns }) =>
        standIns.resolve('save', { kind: 'conflict', theirs: recordOf(second, '"2"') }),
      'server.fails': ({ standIns }, { text }) => standIns.reject('save', failureWith(503, text)),
      'person.exports': ({ send }) => send({ type: 'sheet.export' }),
      'person.chooses': ({ send }) => send({ type: 'sheet.choose', file: new File([], 'procedimentos.xlsx') }),
      'person.applies': ({ send }) => send({ type: 'sheet.apply' }),
      'person.discardsSheet': ({ send }) => send({ type: 'sheet.discard' }),
      'sheet.isWritten': ({ standIns }) => standIns.resolve('exportSheet', undefined),
      'sheet.isRead': ({ standIns }, { sheet }) =>
        standIns.resolve('readSheet', {
          kind: 'read',
          rows: {
            rows: rowsWith(sheet === 'wrong' ? '' : sheetStep),
            lists: listsWith(sheet === 'changes' ? 'Anotar' : sheetStep),
          },
        }),
      'sheet.isRefused': ({ standIns }, { text }) => standIns.resolve('readSheet', { kind: 'refused', text }),
      'sheet.fails': ({ standIns }) => standIns.reject(standIns.open[0] ?? ''),
      'server.imports': ({ standIns }) => standIns.resolve('saveSheet', { kind: 'saved' }),
      'server.hasOtherLists': ({ standIns }) =>
        standIns.resolve('saveSheet', { kind: 'conflict', theirs: listsWith(sheetStep) }),
      'server.failsToImport': ({ standIns }, { text }) => standIns.reject('saveSheet', failureWith(503, text)),
    },
    expected: ({ context: { owner, base, etag, entered, hasTheirs, refusals, failure, sheet, sheetFailure } }) => ({
      ...{ owner, base, etag, entered, hasTheirs, refusals, failure, sheet, sheetFailure },
    }),
    actual: ({ snapshot }) => {
      const { condominiumId, record, own, theirs, refusals, failure, preview, sheetFailure } = snapshot().context
      return {
        owner: condominiumId,
        base: record && enteredOf(record.own),
        etag: record?.etag ?? null,
        entered: enteredOf(own),
        hasTheirs: theirs !== null,
        refusals,
        failure: failure?.message ?? null,
        sheet: preview && sheetOf(preview),
        sheetFailure,
      }
    },
  },
)

test('a step with blanks only is a problem (PROC-1)', () => {
  expect(hasProblem([{ kind: 'reported', steps: stepsOf('  ') }])).toBe(true)
  expect(hasProblem([{ kind: 'reported', steps: stepsOf(' Anotar ') }])).toBe(false)
})

testCoverage(coverage)
