import { expect, test } from 'vitest'
import { testTimeZone } from '../../scripts/test-environment.js'

const owner = 'scripts/test-environment.js names the variables of the tests, and `test.env` of vite.config.ts sets them'

test('a worker of Vitest is in the time zone of the tests', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone, owner).toBe(testTimeZone)
  expect(new Date('2026-03-02T12:00:00Z').getHours(), owner).toBe(9)
})

test('a worker of Vitest has no variable that configures the backend', () => {
  expect(
    Object.keys(process.env).filter((name) => /^(GUARITA_|DATABASE_URL$|PORT$)/.test(name)),
    owner,
  ).toEqual([])
})
