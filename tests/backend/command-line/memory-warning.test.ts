import { expect, it } from 'vitest'
import { memoryWarning } from '../../../backend/memory-warning.ts'

const mebibyte = 1024 * 1024

it('the start warns if less memory is free than the server may need (OPS-6)', () => {
  expect(memoryWarning('embedded', 399.5 * mebibyte)).toMatch(/há 399 MB de memória livres.*400 MB/)
  expect(memoryWarning('embedded', 400 * mebibyte)).toBeUndefined()
  expect(memoryWarning('postgres', 384 * mebibyte)).toBeUndefined()
  expect(memoryWarning('postgres', 150 * mebibyte)).toMatch(/150 MB de memória livres.*200 MB/)
})
