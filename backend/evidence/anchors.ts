import { appendFile } from 'node:fs/promises'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'

const answerWithinMs = 10_000

/**
 * Brings signed heads to where the host cannot rewrite them (EVI-5): one JSON object a line at the end of a file, or each as a POST to an http
 * address. What fails rejects, and goes with the next ones: of each customer the newest.
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
