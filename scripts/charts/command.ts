import { parseArgs } from 'node:util'
import { rulesHash } from '../docs/rule-history.ts'
import { diffLanguages, failureRules } from './chart-rules.ts'
import { rulesAt, rulesIn } from './rules-at.ts'
import { rulesDiff } from './rules-diff.ts'

const usage = `Usage: npm run charts -- diff REVISION [--lang ${diffLanguages.join('|')}] [--failure]
       npm run charts -- hash
--failure: only the rules for failing devices (breaker, retry, incident and their constants).`

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { lang: { type: 'string', default: 'pt' }, failure: { type: 'boolean', default: false } },
  })
  const [command, revision] = positionals
  const language = diffLanguages.find((each) => each === values.lang)
  if (command === 'hash') console.log(rulesHash())
  else if (command === 'diff' && revision !== undefined && language !== undefined) {
    const compared = [await rulesAt(revision, language), await rulesIn('.', language)].map((rules) =>
      values.failure ? rules.filter(({ chart }) => failureRules.includes(chart)) : rules,
    )
    console.log(rulesDiff(compared[0] ?? [], compared[1] ?? [], language).join('\n'))
  } else throw new Error(usage)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
