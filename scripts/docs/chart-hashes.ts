import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * Sources of each chart with rules for devices: the file of the chart, and files with functions that decide for the chart.
 * `contract/rules/rules.ts` has the numbers.
 */
export const ruleSources = {
  breaker: [
    'src/machines/breaker/breaker.machine.ts',
    'src/machines/breaker/nothing-known.ts',
    'contract/devices/breaker-rules.ts',
  ],
  retry: ['src/machines/retry/retry.machine.ts', 'src/machines/retry/retried.ts', 'contract/devices/retry-policies.ts'],
  incident: ['contract/incidents/incident.machine.ts', 'contract/incidents/incident-due.ts'],
} as const

/** Content of `contract/rules/chart-hashes.json`: comments, types, descriptions and line breaks do not change a hash (EVI-10). */
export function chartHashes(): string {
  const hashes = Object.entries(ruleSources).map(([chart, files]) => [
    chart,
    createHash('sha256')
      .update(files.map((file) => behaviourOf(readFileSync(file, 'utf8'), isWhole(file))).join('\n'))
      .digest('hex'),
  ])
  return `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`
}

/** Files of numbers are hashed without their numbers, which `constants` of the rules has. */
function isWhole(file: string): boolean {
  return file.startsWith('src/machines/') || file.endsWith('.machine.ts')
}

/** Returns the code of a chart and its data, or the functions of another file. */
export function behaviourOf(source: string, isChart: boolean): string {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true }
  const { outputText } = ts.transpileModule(source, {
    compilerOptions,
    transformers: { before: [(context) => (file) => withoutWords(context, file, isChart)] },
  })
  return outputText.replaceAll(/\s+/g, '').replaceAll(/,(?=[\])}])/g, '')
}

function withoutWords(context: ts.TransformationContext, file: ts.SourceFile, isChart: boolean): ts.SourceFile {
  const isWords = (node: ts.Node) =>
    ts.isPropertyAssignment(node) && ['description', 'meta'].includes(node.name.getText(file))
  const visit = (node: ts.Node): ts.Node | undefined =>
    ts.isImportDeclaration(node) || isWords(node) ? undefined : ts.visitEachChild(node, visit, context)
  const kept = file.statements.filter((each) => isChart || ts.isFunctionDeclaration(each))
  return ts.visitEachChild(context.factory.updateSourceFile(file, kept), visit, context)
}
