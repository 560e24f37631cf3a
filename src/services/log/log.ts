import { maskTokens } from './mask-tokens.ts'

/** Where the panel writes down what it does not show to anybody (spec §8 "only logged"). */
export interface Log {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
}

/** A log on the browser's console. Tokens in it are masked. */
export function createConsoleLog(): Log {
  const writeAs = (level: keyof Log) => (message: string, detail?: unknown) =>
    console[level](...[message, ...(detail === undefined ? [] : [textOf(detail)])].map(maskTokens))
  return { info: writeAs('info'), warn: writeAs('warn') }
}

function textOf(detail: unknown): string {
  if (detail instanceof Error) return `${detail.name}: ${detail.message}`
  try {
    return typeof detail === 'string' ? detail : JSON.stringify(detail)
  } catch {
    return String(detail)
  }
}
