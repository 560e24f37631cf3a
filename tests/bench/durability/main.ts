import { printMetrics } from '../metric.ts'
import { measureDayOfLoad } from './day-of-load.ts'
import { measurePowerCuts } from './power-cut.ts'
import { measureWriteRate } from './write-rate.ts'

// `node tests/bench/durability/main.ts`, as root for the power cuts.
printMetrics(await measurePowerCuts())
printMetrics(await measureWriteRate())
printMetrics(await measureDayOfLoad())
