import { expect } from 'vitest'

/** Fails with one message that names each missing and each superfluous row, and the file with the table. */
export function expectRows(table: object, keys: readonly string[], file: string): void {
  const rows = Object.keys(table)
  const problems = [
    ...keys.filter((key) => !rows.includes(key)).map((key) => `add a row '${key}' to ${file}`),
    ...rows.filter((key) => !keys.includes(key)).map((key) => `remove the row '${key}' from ${file}: no such route`),
  ]
  if (problems.length > 0) expect.fail(problems.join('\n'))
}
