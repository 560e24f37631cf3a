import { panelMachineOf } from '../machines/panel/panel.machine.ts'
import { sessionFlows } from './flows.ts'

/** The root of all listed flows. */
export const panelMachine = panelMachineOf(sessionFlows)
