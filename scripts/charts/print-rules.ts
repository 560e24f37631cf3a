import { readChartRules } from './chart-rules.ts'

/** Prints the rules of the charts of the current folder as JSON, and on stderr the charts that cannot be loaded. */
const rules = await readChartRules((file) => console.error(`${file}: not compared, the chart cannot be loaded`))
process.stdout.write(JSON.stringify(rules))
