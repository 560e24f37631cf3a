import { appendFile } from 'node:fs/promises'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'

const answerWithinMs = 10_000

/**
 * Sends signed heads to storage that this host cannot rewrite (EVI-5): appended to a file, one JSON object per line, or POSTed to an http
 * address. Rejects on failure; the next call then sends the customer's newest head.
 */
export function anchorAt(place: string): (heads: readonly SignedHead[]) => Promise<void> {
  const owed = new Map<string, SignedHead>()
  const bring = /^https?:/i.test(place)
    ? (head: SignedHead) => post(place, head)
    : (head: SignedHead) => append(place, head)
  return async (heads) => {
    for (const head of heads) owed.set(head.customer, head)
    for (const head of owed.values()) {
      await bring(head)
      if (owed.get(head.customer) === head) owed.delete(head.customer)
    }
  }
}

function append(file: string, head: SignedHead): Promise<void> {
  return appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
}

async function post(url: string, head: SignedHead): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`the anchor answered ${response.status}`)
}
