import type { Account } from '../access/users.ts'
import { customersOfCondominiums } from '../condominiums/condominiums.ts'
import type { Queryable } from '../database/database.ts'
import { type Audience, audienceOf, audienceRoom } from './audience.ts'

/**
 * Keeps the audiences of this instance's open sockets by room, and the customers of the condominiums in messages, to
 * decide which rooms a message concerns.
 */
export function openAudiences(database: Queryable) {
  const audiences = new Map<string, Audience & { sockets: number }>()
  const customerOf = new Map<string, string>()

  /** Asks about a condominium whose customer was learned (`learnCustomers`). */
  function concerns(audience: Audience, condominiumId: string): boolean {
    if (customerOf.get(condominiumId) !== audience.customersId) return false
    return audience.condominiumIds === 'all' || audience.condominiumIds.has(condominiumId)
  }

  return {
    concerns,

    all: (): Iterable<[string, Audience]> => audiences,

    /** Counts a socket in. */
    enter(room: string, audience: Audience): void {
      audiences.set(room, { ...audience, sockets: (audiences.get(room)?.sockets ?? 0) + 1 })
    },

    /** Counts a socket out; the audience ends with its last socket. */
    leave(room: string): void {
      const audience = audiences.get(room)
      if (audience === undefined) return
      audience.sockets -= 1
      if (audience.sockets <= 0) audiences.delete(room)
    },

    async learnCustomers(condominiumIds: string[]): Promise<void> {
      const unknown = condominiumIds.filter((id) => !customerOf.has(id))
      if (unknown.length === 0) return
      for (const { id, customersId } of await customersOfCondominiums(database, unknown))
        customerOf.set(id, customersId)
    },

    forgetCustomers: () => customerOf.clear(),

    /** Everyone of the customer sees a service failure, which has no condominium. */
    isSeen(audience: Audience, customersId: string, condominiumId: string | null): boolean {
      return condominiumId === null ? customersId === audience.customersId : concerns(audience, condominiumId)
    },

    /** Reads the audiences of changed customers again. `accounts`: of all open sockets. */
    async readAgain(customers: string[], accounts: readonly Account[]): Promise<void> {
      for (const [id, customer] of customerOf) if (customers.includes(customer)) customerOf.delete(id)
      for (const [room, account] of new Map(accounts.map((account) => [audienceRoom(account), account]))) {
        if (!customers.includes(account.customersId)) continue
        const audience = await audienceOf(database, account)
        const known = audiences.get(room)
        if (known) Object.assign(known, audience)
      }
    },
  }
}
