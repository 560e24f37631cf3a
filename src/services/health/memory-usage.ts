import * as v from 'valibot'

const heapSchema = v.object({ memory: v.object({ usedJSHeapSize: v.pipe(v.number(), v.finite(), v.minValue(0)) }) })

/** Bytes of this page's heap; null outside Chromium. */
export function browserMemoryUsage(source: unknown = globalThis.performance): number | null {
  const parsed = v.safeParse(heapSchema, source)
  return parsed.success ? parsed.output.memory.usedJSHeapSize : null
}
