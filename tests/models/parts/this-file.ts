import { relative } from 'node:path'
import { expect } from 'vitest'

/** The test file that runs, as a reader types it: what a message tells to edit. */
export function thisFile(): string {
  return relative(process.cwd(), expect.getState().testPath ?? '')
}
