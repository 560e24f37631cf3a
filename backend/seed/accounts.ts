import { type PersonType, type Right, rights, usualAccess } from '../../contract/rights.ts'
import type { Queryable } from '../database/database.ts'
import { cheapCost, hashPassword } from '../sessions/passwords.ts'

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
  type: PersonType
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
    ...usualAccess.operator,
  },
  {
    id: 'user-auditor',
    customersId: mainCustomerId,
    email: 'auditor@guarita.demo',
    name: 'Aurélia Simões',
    type: 'auditor',
    ...usualAccess.auditor,
  },
]

/** Someone of another customer, so that the walls between customers can be seen to hold. */
const otherAccount: SeededAccount = {
  id: 'user-litoral',
  customersId: otherCustomerId,
  email: 'admin@litoral.demo',
  name: 'Lívia Antunes',
  type: 'admin',
  ...usualAccess.admin,
}

/** Of everybody that the data come with, in the order in which they are told. */
export const demoEmails: readonly string[] = [...demoAccounts, otherAccount].map(({ email }) => email)

/** Both customers and their people, all with one password. */
export async function seedAccounts(database: Queryable, password: string): Promise<void> {
  const passwordHash = await hashPassword(password, password === publicPassword ? { cost: cheapCost } : {})
  for (const { id, name } of customers)
    await database.execute('insert into customers (id, name) values ($1, $2)', [id, name])
  for (const { id, customersId, email, name, type, permissions, seesAll } of [...demoAccounts, otherAccount])
    await database.execute(
      `insert into users (id, customers_id, email, name, type, permissions, sees_all, password_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, customersId, email, name, type, permissions, seesAll, passwordHash],
    )
}
