import { relative } from 'node:path'
import { expect } from 'vitest'

/** Path of the running test file relative to the repository, for error messages. */
export function thisFile(): string {
  return relative(process.cwd(), expect.getState().testPath ?? '')
}
