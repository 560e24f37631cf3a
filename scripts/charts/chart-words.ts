import { resolve } from 'node:path'
import ts from 'typescript'
import type { AnyStateMachine } from 'xstate'
import { movesOf, nodesOf } from '../../src/inspector/charts/chart-parts.ts'
import type { AllChartWords, ChartWords } from '../../src/inspector/charts/chart-words.ts'
import type { Chart } from './all-charts.ts'
import { commentBefore, eventWords, programOf } from './event-words.ts'

/** Reads texts that the built charts lack: sentences, descriptions and events. `files` are the sources of the texts. */
export function readChartWords(charts: readonly Chart[]): { words: AllChartWords; files: string[] } {
  const program = programOf(charts.map(({ file }) => file))
  const words = charts.map((chart): [string, ChartWords] => [
    chart.machine.id,
    {
      sentence: sentenceOf(program, chart),
      requirements: requirementsOf(chart.machine),
      states: described(nodesOf(chart.machine.root)),
      moves: described(movesOf(chart.machine)),
      events: eventWords(program, chart.file),
    },
  ])
  const sources = program.getSourceFiles().filter((source) => !program.isSourceFileFromExternalLibrary(source))
  return {
    words: Object.fromEntries(words),
    files: sources.filter(({ isDeclarationFile }) => !isDeclarationFile).map(({ fileName }) => fileName),
  }
}

function sentenceOf(program: ts.Program, { file, exportName }: Chart): string {
  const exported = (program.getSourceFile(resolve(file))?.statements ?? []).find(
    (statement) =>
      (ts.isFunctionDeclaration(statement) && statement.name?.text === `${exportName}Of`) ||
      (ts.isVariableStatement(statement) &&
        statement.declarationList.declarations.some(({ name }) => name.getText() === exportName)),
  )
  return exported === undefined ? '' : commentBefore(exported)
}

function requirementsOf({ root: { meta } }: AnyStateMachine): string[] {
  const requirements: unknown = meta?.requirements
  return Array.isArray(requirements) ? requirements.map(String) : []
}

function described(all: readonly { id: string; description?: string | undefined }[]): Record<string, string> {
  return Object.fromEntries(all.flatMap(({ id, description = '' }) => (description === '' ? [] : [[id, description]])))
}
