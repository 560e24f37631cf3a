import { afterEach, expect, test, vi } from 'vitest'
import { downloadTextFile } from '../../../src/services/files/text-file.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a text is saved under its file name as UTF-8, and its object URL is revoked later', async () => {
  vi.useFakeTimers()
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:1'
  })
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })

  downloadTextFile('auditoria.csv', 'text/csv', '\uFEFFPortão')

  expect(link).toMatchObject({ href: 'blob:1', download: 'auditoria.csv' })
  expect(link.click).toHaveBeenCalledOnce()
  expect(blobs[0]?.type).toBe('text/csv;charset=utf-8')
  expect(new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer()).slice(0, 4)).toEqual(
    new Uint8Array([0xef, 0xbb, 0xbf, 0x50]),
  )
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoked).toHaveBeenCalledWith('blob:1')
})
