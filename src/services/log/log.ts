import { maskTokens } from './mask-tokens.ts'

/** Where the panel writes down what it does not show to anybody (spec §8 "only logged"). */
export interface Log {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
}

/** A log on the browser's console. Tokens in it are masked. */
export function createConsoleLog(): Log {
  return {
    info: (message, detail) => console.info(...line(message, detail)),
    warn: (message, detail) => console.warn(...line(message, detail)),
  }
}

function line(message: string, detail: unknown): unknown[] {
  return detail === undefined ? [maskTokens(message)] : [maskTokens(message), textOf(detail)]
}

function textOf(detail: unknown): string {
  if (detail instanceof Error) return maskTokens(`${detail.name}: ${detail.message}`)
  try {
    return maskTokens(typeof detail === 'string' ? detail : JSON.stringify(detail))
  } catch {
    return String(detail)
  }
}
