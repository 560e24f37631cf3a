import { diffLanguages, readChartRules } from './chart-rules.ts'

/** Prints the rules of the charts of the current folder as JSON, in the language of the argument, and on stderr the charts that cannot be loaded. */
const language = diffLanguages.find((each) => each === process.argv[2]) ?? 'pt'
const rules = await readChartRules(language, (file) =>
  console.error(`${file}: not compared, the chart cannot be loaded`),
)
process.stdout.write(JSON.stringify(rules))
