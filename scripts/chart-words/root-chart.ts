/** The root's chart is made of a list of flows: `file` has the chart, `madeIn` the machine of the panel's own list. */
export const rootChart = {
  file: 'src/machines/panel/panel.machine.ts',
  madeIn: 'src/composition/panel-machine.ts',
} as const
