import { maskTokens } from './mask-tokens.ts'

/** The panel's log for events that it does not show (spec §8 "only logged"). */
export interface Log {
  info(message: string, detail?: unknown): void
  warn(message: string, detail?: unknown): void
}

/** Logs to the browser's console and masks tokens. */
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
