import { dirname, join, matchesGlob, normalize } from 'node:path'
import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

export type Repository = {
  /** Markdown texts to check, keyed by path. */
  documents: Map<string, string>
  /** Paths of all files from the repository root, without ignored files. */
  files: string[]
  /**
   * Entries of .gitignore. Code may name a file that a command generates; a link to such a file is broken on other
   * machines.
   */
  ignored: string[]
  /** Names of the scripts in package.json. */
  scripts: string[]
}

const repositoryPath =
  /(?<![\w./<-])(?:backend|contract|docs|public|scripts|src|tests)\/(?:\{[^}]*\}|[^\s`'"|;,()[\]→{}])*/g
/** Finds a source file by its name or by the end of its path: `server.ts`, `access/visibility.ts`. */
const sourceFile = /(?<![\w./<>*{}-])[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|js|sql)(?![\w.])/g
const npmScript = /npm run ([\w:-]+)/g

/** Lists `file:line: problem` for each link, repository path and `npm run` without a target. */
export function brokenReferences({ documents, files, ignored, scripts }: Repository): string[] {
  const trees = new Map([...documents].map(([path, text]) => [path, fromMarkdown(text)]))
  const anchors = new Map([...trees].map(([path, tree]) => [path, anchorsOf(tree)]))
  const problems: string[] = []

  for (const [path, tree] of trees) {
    visit(tree, (node) => {
      const report = (problem: string) => problems.push(`${path}:${node.position?.start.line}: ${problem}`)
      if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
        const problem = linkProblem(path, node.url)
        if (problem !== undefined) report(problem)
      } else if (node.type === 'inlineCode' || node.type === 'code') {
        for (const [named] of node.value.matchAll(repositoryPath)) {
          if (!isPlaceholder(named) && !isIgnored(named) && !exists(withoutEnd(named))) report(`no file ${named}`)
        }
        for (const [, name = ''] of node.value.matchAll(npmScript)) {
          if (!scripts.includes(name)) report(`no script ${name} in package.json`)
        }
      }
      // A code block may import a file of an example.
      if (node.type === 'inlineCode') {
        for (const [named] of node.value.matchAll(sourceFile)) {
          if (!isSource(named)) report(`no file ${named}`)
        }
      }
    })
  }
  return [...new Set(problems)]

  /** True for a file, a folder or a pattern that matches a file. */
  function exists(path: string): boolean {
    const folder = path.endsWith('/') ? path : `${path}/`
    return files.some((file) => file === path || file.startsWith(folder) || matchesGlob(file, path))
  }

  /** A script that the build generates has the name of its source. */
  function isSource(name: string): boolean {
    const source = name.replace(/\.js$/, '.ts')
    return files.some((file) => [name, source].some((each) => `/${file}`.endsWith(`/${each}`)))
  }

  function isIgnored(path: string): boolean {
    return ignored.some((entry) => `${path}/`.startsWith(entry))
  }

  function linkProblem(from: string, url: string): string | undefined {
    if (/^[a-z]+:/.test(url)) return undefined
    const [linked = '', anchor] = decodeURI(url).split('#')
    const path = linked === '' ? from : normalize(join(dirname(from), linked))
    if (isIgnored(path) || !exists(path)) return `no file ${path}`
    return anchor === undefined || anchors.get(path)?.has(anchor) ? undefined : `no heading #${anchor} in ${path}`
  }
}

function anchorsOf(tree: ReturnType<typeof fromMarkdown>): Set<string> {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(tree, 'heading', (heading) => {
    anchors.add(slugger.slug(textOf(heading)))
  })
  return anchors
}

function isPlaceholder(path: string): boolean {
  return /[<>…$]/.test(path)
}

function withoutEnd(path: string): string {
  return path.replace(/[.:]$/, '').replace(/:\d+$/, '')
}
