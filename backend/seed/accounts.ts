import { type PersonType, type Right, rights, usualAccess } from '../../contract/rights.ts'
import type { Queryable } from '../database/database.ts'
import { cheapCost, hashPassword } from '../sessions/passwords.ts'

/** Default password of the demo accounts. It is public, so its hashes use the cheap cost. */
export const publicPassword = 'guarita-demo'

export const mainCustomerId = 'horizonte'
export const otherCustomerId = 'litoral'

const customers = [
  { id: mainCustomerId, name: 'Administradora Horizonte' },
  { id: otherCustomerId, name: 'Litoral Administração Predial' },
]

type SeededAccount = { id: string; email: string; name: string; type: PersonType; permissions?: readonly Right[] }

/** Accounts for demo users. The operator works at some of the condominiums only. */
const demoAccounts: SeededAccount[] = [
  { id: 'user-admin', email: 'admin@guarita.demo', name: 'Ana Albuquerque', type: 'admin', permissions: rights },
  { id: 'user-operador', email: 'operador@guarita.demo', name: 'Otávio Gonçalves', type: 'operator' },
  { id: 'user-auditor', email: 'auditor@guarita.demo', name: 'Aurélia Simões', type: 'auditor' },
]

/** An account of another customer, to check the separation of customers. */
const otherAccount: SeededAccount = {
  id: 'user-litoral',
  email: 'admin@litoral.demo',
  name: 'Lívia Antunes',
  type: 'admin',
}

/** E-mails of all seeded accounts, in display order. */
export const demoEmails: readonly string[] = [...demoAccounts, otherAccount].map(({ email }) => email)

export async function seedAccounts(database: Queryable, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, password === publicPassword ? { cost: cheapCost } : {})
  for (const { id, name } of customers)
    await database.execute('insert into customers (id, name) values ($1, $2)', [id, name])
  for (const account of [...demoAccounts, otherAccount]) {
    const { id, email, name, type, permissions, seesAll } = { ...usualAccess[account.type], ...account }
    const customersId = account === otherAccount ? otherCustomerId : mainCustomerId
    await database.execute(
      `insert into users (id, customers_id, email, name, type, permissions, sees_all, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, customersId, email, name, type, permissions, seesAll, passwordHash],
    )
  }
}
