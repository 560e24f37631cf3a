import { afterEach, expect, test, vi } from 'vitest'
import { exportEvents } from '../../../src/composition/children/event-search-calls.ts'
import type { HttpClient } from '../../../src/services/http/http-client.ts'
import { mostExported } from '../../../src/ui/event-search/event-sheet.ts'
import { recordingLog } from '../parts/recording-log.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A server with this number of events, and the file that the browser received. */
function startExport(count: number) {
  vi.useFakeTimers()
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:1'
  })
  vi.stubGlobal('document', { createElement: () => ({ click: () => {} }) })
  const http: HttpClient = {
    call: async (_path, { query } = {}) => {
      const start = Number(query?.cursor || 0)
      const end = Math.min(start + Number(query?.limit), count)
      const event = { condominiumId: 'c1', kind: query?.kind, at: '2026-11-22T01:30:05.123Z' }
      const result = Array.from({ length: end - start }, (_, index) => ({ ...event, id: `${start + index}` }))
      return { ok: true, data: { result, nextCursor: end < count ? `${end}` : null }, headers: new Headers() }
    },
  }
  const neighbours = { http, log: recordingLog(), now: () => Date.parse('2026-11-22T12:00:00Z') }
  const lines = async () => (await blobs[0]?.text())?.trimEnd().split('\r\n') ?? []
  return { end: exportEvents(neighbours, { kind: 'intercom' }, new AbortController().signal), lines }
}

test('an export file contains all events that pass the filter, page after page (PAGE-3)', async () => {
  const { end, lines } = startExport(2_500)
  expect(await end).toEqual({ isCut: false })
  const all = await lines()
  expect(all).toHaveLength(2_501)
  expect(all.at(-1)).toMatch(/;Interfone;.*;2499$/)
})

test('an export file with too many events ends with the oldest event that fits, and is marked as cut', async () => {
  const { end, lines } = startExport(mostExported + 1)
  expect(await end).toEqual({ isCut: true })
  expect(await lines()).toHaveLength(mostExported + 1)
})
