import { randomUUID } from 'node:crypto'
import type { Account } from '../../../backend/access/users.ts'
import { storeAuditRecords } from '../../../backend/audit/audit-records.ts'
import type { Database } from '../../../backend/database/database.ts'
import { appendFacts } from '../../../backend/evidence/append.ts'
import type { Fact } from '../../../backend/evidence/fact.ts'
import { Personal } from '../../../backend/evidence/personal.ts'

const userId = 'user-admin'
const customersId = 'horizonte'
const quota = { records: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
const dayMs = 24 * 60 * 60_000
const declaredAtOnce = 200
const factsAtOnce = 800

/**
 * Adds `count` records of the 30 days before `now` to the chain of the demo customer: commands and sessions. The panel
 * is the actor of every fifth record.
 */
export async function lengthenChain(database: Database, count: number, now: number): Promise<void> {
  const account: Account = {
    ...{ userId, customersId, email: '', name: '', type: 'admin', permissions: [], seesAll: true },
  }
  const stepMs = (30 * dayMs) / count
  for (let done = 0; done < count; done += declaredAtOnce + factsAtOnce) {
    const atMs = now - 30 * dayMs + done * stepMs
    await database.transaction((transaction) =>
      appendFacts(
        transaction,
        customersId,
        ...Array.from({ length: factsAtOnce }, (_, index) => factOf(done + index, atMs + index * stepMs)),
      ),
    )
    const at = atMs + factsAtOnce * stepMs
    await storeAuditRecords(
      database,
      account,
      Array.from({ length: declaredAtOnce }, (_, index) => ({
        ...{ id: randomUUID(), sequence: done + index + 1, userId, panelVersion: '0.3.0' },
        ...{ at: new Date(at), wordCode: wordCodeOf(index), condominiumId: 'condominio-01' },
        ...{ kind: 'transition' as const, from: 'CLOSED' as const, to: 'OPEN' as const, cause: 'threshold' },
        failureCount: 5,
      })),
      new Date(at),
      quota,
    )
  }
}

function wordCodeOf(number: number): string {
  return `DISP-${number % 500}`
}

function factOf(number: number, at: number): Fact {
  const actor = { person: userId, session: randomUUID(), from: new Personal('10.0.0.7') }
  if (number % 40 === 0)
    return {
      ...{ kind: 'session.begun', at, actor, subject: { person: userId } },
      data: { session: actor.session, browser: new Personal('Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0') },
    }
  return {
    ...{ kind: 'command.answered', at, actor, key: randomUUID() },
    subject: { device: wordCodeOf(number), condominium: 'condominio-01' },
    data: { command: 'open', ok: true, status: 200, reason: 'Entrega de encomenda na portaria', tookMs: 120 },
  }
}
