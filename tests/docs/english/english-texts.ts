import { parseSync, Visitor } from 'vite'

/** English in one file: the text of each comment and the title of each test, with its line. */
export interface EnglishTexts {
  comments: EnglishText[]
  testNames: EnglishText[]
}

export interface EnglishText {
  file: string
  line: number
  text: string
}

const testFunctions = ['describe', 'it', 'test']

/** Comments and test titles of a TypeScript or JavaScript file. Consecutive line comments are separate texts. */
export function codeTexts(file: string, source: string): EnglishTexts {
  const { program, comments } = parseSync(file, source)
  const at = (text: string, offset: number) => ({ file, line: source.slice(0, offset).split('\n').length, text })
  const testNames: EnglishText[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start }) {
      if (!testFunctions.includes(rootName(callee))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') testNames.push(at(title.value, start))
      if (title?.type === 'TemplateLiteral')
        testNames.push(at(title.quasis.map(({ value }) => value.raw).join('…'), start))
    },
  }).visit(program)
  return {
    comments: comments.map(({ value, start }) => at(value.replaceAll(/^\s*\*+ ?/gm, '').trim(), start)),
    testNames,
  }
}

/** Name of the function that is called: `test` for `test.each(rows)(…)`. */
function rootName(callee: unknown): string {
  if (typeof callee !== 'object' || callee === null) return ''
  if ('name' in callee && typeof callee.name === 'string') return callee.name
  if ('object' in callee) return rootName(callee.object)
  if ('callee' in callee) return rootName(callee.callee)
  return ''
}

/** Prose of a Markdown document, one text per line: without code, addresses and tables' rules. */
export function documentTexts(file: string, source: string): EnglishText[] {
  const withoutCode = source
    .replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '`…`')
    .replaceAll(/\]\([^)\n]*\)/g, ']')
  return withoutCode.split('\n').flatMap((text, at) => (/[a-z]/.test(text) ? [{ file, line: at + 1, text }] : []))
}
