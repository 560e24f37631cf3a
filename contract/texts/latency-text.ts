import { numberText } from './number-text.ts'

/** Formats a latency: '1.516 ms'; 'desconhecida' if null, '< 1 ms' below 1 ms. */
export function latencyText(latencyMs: number | null): string {
  if (latencyMs === null) return 'desconhecida'
  return latencyMs > 0 && latencyMs < 1 ? '< 1 ms' : `${numberText(Math.round(latencyMs))} ms`
}
