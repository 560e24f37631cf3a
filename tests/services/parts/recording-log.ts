import type { Log } from '../../../src/services/log/log.ts'

/** A log that keeps its messages for a test. */
export function recordingLog(): Log & { messages: string[] } {
  const messages: string[] = []
  return { messages, info: (message) => messages.push(message), warn: (message) => messages.push(message) }
}
