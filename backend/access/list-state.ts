import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import type { Viewer } from './visibility.ts'

/** Who sees the same as others has the same key: all who see everything of a customer, and each person to whom some is assigned. */
export function viewerKey({ customersId, seesAll, userId }: Viewer): string {
  return JSON.stringify(seesAll ? [customersId] : [customersId, userId])
}

/** How the lists of a customer stand: whatever changes a condominium, a device or who sees them raises it, on whichever server. */
export async function listRevision(database: Queryable, customersId: string): Promise<string> {
  return (
    (await firstValue(database, 'select revision::text from customers where id = $1', [customersId], v.string())) ?? ''
  )
}
