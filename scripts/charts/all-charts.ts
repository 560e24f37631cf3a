import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'

/** A machine and its source file. */
export interface Chart {
  /** From the project's folder. */
  file: string
  exportName: string
  machine: AnyStateMachine
}

/** The root's chart needs the panel's list of flows: `file` has the chart, `madeIn` the machine. */
const root = { file: 'src/machines/panel/panel.machine.ts', madeIn: 'src/composition/panel-machine.ts' }

/** Loads the machines of the panel, and those that server and panel share. Call it in the project's folder. */
export async function loadCharts(): Promise<readonly Chart[]> {
  return Promise.all(chartFiles().map(loadChart))
}

/** Files of all charts in the current folder. */
export function chartFiles(): string[] {
  return ['src/machines', 'contract'].flatMap(filesIn)
}

function filesIn(folder: string): string[] {
  return globSync(`${folder}/**/*.machine.ts`).sort()
}

/** Rejects if the file exports no machine. */
export async function loadChart(file: string): Promise<Chart> {
  const module: object = await import(pathToFileURL(resolve(file === root.file ? root.madeIn : file)).href)
  const found = Object.entries(module).find(([, value]) => value instanceof StateMachine)
  if (found === undefined) throw new Error(`${file} should export a machine`)
  const [exportName, machine] = found
  return { file, exportName, machine }
}
