import { parseArgs } from 'node:util'
import { failureRulesHash } from './chart-rules.ts'
import { rulesAt, rulesIn } from './rules-at.ts'
import { diffLanguages, rulesDiff } from './rules-diff.ts'

const usage = `Usage: npm run charts -- diff REVISION [--lang ${diffLanguages.join('|')}]\n       npm run charts -- hash`

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { lang: { type: 'string', default: 'pt' } },
  })
  const [command, revision] = positionals
  const language = diffLanguages.find((each) => each === values.lang)
  if (command === 'hash') console.log(failureRulesHash(await rulesIn('.')))
  else if (command === 'diff' && revision !== undefined && language !== undefined)
    console.log(rulesDiff(await rulesAt(revision), await rulesIn('.'), language).join('\n'))
  else throw new Error(usage)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
