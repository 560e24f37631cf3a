import { expect, test, vi } from 'vitest'
import { ReportOnce } from './report-once.ts'

test('three tests that fail with the same message give one failure and two skipped tests', async () => {
  const report = new ReportOnce()
  const skip = vi.fn()
  const fails = () => Promise.reject(new Error('no stand-in for door.open'))
  await expect(report.run(fails, skip)).rejects.toThrow('no stand-in for door.open')
  await report.run(fails, skip)
  await report.run(fails, skip)
  expect(skip.mock.calls).toEqual(Array(2).fill(['fails as an earlier test does: no stand-in for door.open']))
})

test('a test with another failure message fails itself, and a passing test is not skipped', async () => {
  const report = new ReportOnce()
  const skip = vi.fn()
  await expect(report.run(() => Promise.reject(new Error('one')), skip)).rejects.toThrow('one')
  await expect(report.run(() => Promise.reject(new Error('two')), skip)).rejects.toThrow('two')
  await report.run(() => Promise.resolve(), skip)
  expect(skip).not.toHaveBeenCalled()
})
