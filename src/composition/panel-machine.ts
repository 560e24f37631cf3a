import { panelMachineOf } from '../machines/panel/panel.machine.ts'
import { sessionFlows } from './flows.ts'

/** The root of all flows that are listed. */
export const panelMachine = panelMachineOf(sessionFlows)
