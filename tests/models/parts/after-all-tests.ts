import { afterAll, type RunnerTask } from 'vitest'

/**
 * Runs a check after all tests of the file, in any order. If a test failed or was skipped (`-t`), the other tests
 * cannot reach everything, and the check is skipped, too.
 */
export function afterAllTests(check: () => void): void {
  // biome-ignore lint/correctness/noEmptyPattern: Vitest wants a pattern of fixtures here.
  afterAll(({}, file) => {
    if (file.tasks.every(hasPassed)) check()
  })
}

function hasPassed(task: RunnerTask): boolean {
  return task.type === 'suite' ? task.tasks.every(hasPassed) : task.result?.state === 'pass'
}
