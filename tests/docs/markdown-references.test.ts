import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { brokenReferences } from './markdown-references.ts'

const ignored = readFileSync('.gitignore', 'utf8').trim().split('\n')
const exclude = [...ignored.map((entry) => entry.replace(/\/$/, '')), '.git']
const scripts = Object.keys(packageJson.scripts)

describe('the Markdown files of the repository', () => {
  test('refer only to files, headings and scripts that exist', () => {
    const files = globSync(['*', '*/**/*'], { exclude })
    const paths = files.filter((path) => path.endsWith('.md'))
    const documents = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))
    expect(brokenReferences({ documents, files, ignored, scripts })).toEqual([])
  })
})

describe('brokenReferences', () => {
  const check = (text: string) =>
    brokenReferences({
      documents: new Map([
        ['docs/one.md', text],
        ['docs/other.md', '# Other\n\n## Two words, `code`\n\n## Twice\n\n## Twice\n'],
      ]),
      files: ['docs/one.md', 'docs/other.md', 'src/main.tsx', 'tests/docs/some.test.ts', 'src/ui/app.tsx'],
      ignored: ['dist/', 'docs/made/'],
      scripts: ['dev'],
    })

  test('accepts links to files, headings and other sites', () => {
    expect(check('# One\n\n[a](other.md) [b](other.md#two-words-code) [c](#one) [d](https://example.com/x)')).toEqual(
      [],
    )
    expect(check('[second heading of the same text](other.md#twice-1)')).toEqual([])
  })

  test('reports file and line of a link to a missing file', () => {
    expect(check('# One\n\n[a](gone.md)')).toEqual(['docs/one.md:3: no file docs/gone.md'])
    expect(check('![a](gone.png)')).toEqual(['docs/one.md:1: no file docs/gone.png'])
    expect(check('[a](made/x.md)')).toEqual(['docs/one.md:1: no file docs/made/x.md'])
  })

  test('reports file and line of a link to a missing heading', () => {
    expect(check('\n\n[a](other.md#gone)')).toEqual(['docs/one.md:3: no heading #gone in docs/other.md'])
  })

  test('reports a missing path and a missing script in code', () => {
    expect(
      check(
        '`src/main.tsx`, `src/main.tsx:12`, `src/<flow>/x.ts`, `tests/*/*.ts`, `docs/{one,other}.md`, `src/`, `docs/made`, `npm run dev`',
      ),
    ).toEqual([])
    expect(check('`main.tsx`, `ui/app.tsx`')).toEqual([])
    expect(check('`src/gone/`')).toEqual(['docs/one.md:1: no file src/gone/'])
    expect(check('`gone.ts`')).toEqual(['docs/one.md:1: no file gone.ts'])
    expect(check('```sh\nnpm run gone\n```')).toEqual(['docs/one.md:1: no script gone in package.json'])
  })
})
