// Runs the step that its arguments name, as `npm test` does, and prints its exit code.
import { runStepProcess } from '../../scripts/step-process.js'

const [command, ...args] = process.argv.slice(2)
const { code } = await runStepProcess(command ?? '', args, { isShown: true })
console.log(`ended ${code}`)
