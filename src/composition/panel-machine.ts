import { panelMachineOf } from '../machines/panel/panel.machine.ts'
import { flowPlans } from './flow-plans.ts'

export const panelMachine = panelMachineOf(flowPlans)
