import type { Queryable } from '../database/database.ts'

/**
 * Whoever changes a customer's people does so alone until the transaction ends, on whichever instance: two administrators who
 * disable each other at once would else both find the other one still there (ACC-1). Without a customer: whoever makes the first.
 */
export async function lockPeople(transaction: Queryable, customersId = ''): Promise<void> {
  await transaction.execute("select pg_advisory_xact_lock(hashtextextended('people ' || $1, 0))", [customersId])
}
