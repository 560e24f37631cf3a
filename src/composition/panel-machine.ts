import { panelMachineOf } from '../machines/panel/panel.machine.ts'
import { sessionFlows } from './flows.ts'

export const panelMachine = panelMachineOf(sessionFlows)
