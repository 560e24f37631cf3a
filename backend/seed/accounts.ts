import * as v from 'valibot'
import { type Right, rights } from '../../contract/rights.ts'
import type { Queryable } from '../database/database.ts'
import { hashPassword, verifyPassword } from '../sessions/passwords.ts'

/** What the demo accounts sign in with where nobody says otherwise. Everybody knows it, so no hash of it is made costly. */
export const publicPassword = 'guarita-demo'

export const mainCustomerId = 'horizonte'
export const otherCustomerId = 'litoral'

const customers = [
  { id: mainCustomerId, name: 'Administradora Horizonte' },
  { id: otherCustomerId, name: 'Litoral Administração Predial' },
]

type SeededAccount = {
  id: string
  customersId: string
  email: string
  name: string
  type: 'admin' | 'operator' | 'auditor'
  permissions: readonly Right[]
  seesAll: boolean
}

/** The accounts that a person is told about. The operator works at some of the condominiums only. */
const demoAccounts: SeededAccount[] = [
  {
    id: 'user-admin',
    customersId: mainCustomerId,
    email: 'admin@guarita.demo',
    name: 'Ana Albuquerque',
    type: 'admin',
    permissions: rights,
    seesAll: true,
  },
  {
    id: 'user-operador',
    customersId: mainCustomerId,
    email: 'operador@guarita.demo',
    name: 'Otávio Gonçalves',
    type: 'operator',
    permissions: ['device:write', 'device:reset'],
    seesAll: false,
  },
  {
    id: 'user-auditor',
    customersId: mainCustomerId,
    email: 'auditor@guarita.demo',
    name: 'Aurélia Simões',
    type: 'auditor',
    permissions: ['audit:read'],
    seesAll: true,
  },
]

/** Someone of another customer, so that the walls between customers can be seen to hold. */
const otherAccount: SeededAccount = {
  id: 'user-litoral',
  customersId: otherCustomerId,
  email: 'admin@litoral.demo',
  name: 'Lívia Antunes',
  type: 'admin',
  permissions: rights.filter((permission) => permission !== 'qa'),
  seesAll: true,
}

/** Both customers and their people, all with one password. */
export async function seedAccounts(database: Queryable, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  for (const { id, name } of customers)
    await database.execute('insert into customers (id, name) values ($1, $2)', [id, name])
  for (const account of [...demoAccounts, otherAccount])
    await database.execute(
      `insert into users (id, customers_id, email, name, type, permissions, sees_all, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        account.id,
        account.customersId,
        account.email,
        account.name,
        account.type,
        account.permissions,
        account.seesAll,
        passwordHash,
      ],
    )
}

/** Whether anybody at all could sign in. */
export async function hasAccounts(database: Queryable): Promise<boolean> {
  const [anyone] = await database.query('select id from users limit 1', [], v.object({ id: v.string() }))
  return anyone !== undefined
}

/** E-mails of the demo accounts that still sign in with `password`. */
export async function accountsWithPassword(database: Queryable, password: string): Promise<string[]> {
  const rows = await database.query(
    'select email, password_hash as "passwordHash" from users where email = any($1::text[])',
    [demoAccounts.map((account) => account.email)],
    v.object({ email: v.string(), passwordHash: v.string() }),
  )
  const hashes = [...new Set(rows.map((row) => row.passwordHash))]
  const matches = await Promise.all(hashes.map((hash) => verifyPassword(password, hash)))
  const matching = new Set(rows.filter((row) => matches[hashes.indexOf(row.passwordHash)]).map((row) => row.email))
  return demoAccounts.map((account) => account.email).filter((email) => matching.has(email))
}
