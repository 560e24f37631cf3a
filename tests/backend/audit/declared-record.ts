import { randomUUID } from 'node:crypto'
import type { SignedIn } from '../parts/embedded-backend.ts'

/** Returns an audit record with the fields that a panel of the person sends. */
export function declaredRecord(
  who: SignedIn,
  changes: Record<string, unknown> = {},
): Record<string, unknown> & { id: string } {
  return {
    id: randomUUID(),
    sequence: 1,
    at: '2026-03-02T07:00:00.000Z',
    wordCode: 'AGUAVIVA-01',
    condominiumId: 'condominio-01',
    userId: who.user.userId,
    kind: 'transition',
    from: 'CLOSED',
    to: 'OPEN',
    cause: 'threshold',
    failureCount: 5,
    lastError: 'O dispositivo não respondeu.',
    retryAt: '2026-03-02T07:02:00.000Z',
    panelVersion: '0.1.0+abc',
    ...changes,
  }
}
