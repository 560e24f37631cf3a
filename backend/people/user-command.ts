import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { newPassword, personEmail, personName } from '../../contract/fields/person.ts'
import { personTypes, usualAccess } from '../../contract/rights.ts'
import type { OneTimeLink } from '../../contract/wire/answers/people.ts'
import { storePasswordHash } from '../access/users.ts'
import type { Bus, BusParts } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { requireTable } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import type { Table } from '../database/table.ts'
import { tables } from '../database/tables.ts'
import { appendFacts } from '../evidence/append.ts'
import { theMachine } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import type { LocalCommand } from '../local-commands/local-command.ts'
import { program } from '../program-name.js'
import { choiceProblem } from '../sessions/password-choice.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { removeSecondFactor } from '../sessions/second-factors.ts'
import { endAccess } from './access-ends.ts'
import { dropLinkOf, isAnybodyThere, makeFirstLink } from './one-time-links.ts'
import { lockPeople, peopleOf } from './people.ts'
import { type AccountChange, disablePerson, enablePerson, invitePerson, renewLink } from './person-changes.ts'
import { noteAct } from './person-history.ts'

const email = personEmail

const requirement = { isRequired: v.boolean(), customer: v.optional(v.string()) }

/** Requests of `guarita user` (ACC-1). An unknown e-mail is an error; changes are recorded as made at the machine. */
const asked = v.variant('act', [
  v.object({ act: v.literal('list') }),
  v.object({ act: v.literal('first-link') }),
  v.object({
    act: v.literal('add'),
    email,
    name: personName,
    type: v.picklist(personTypes),
    customer: v.optional(v.string()),
    newCustomer: v.optional(personName),
    password: v.optional(newPassword),
  }),
  v.object({ act: v.literal('password'), email, password: newPassword }),
  v.object({ act: v.picklist(['disable', 'enable', 'link', 'reset-2fa', 'export', 'erase']), email }),
  v.object({ act: v.literal('require-2fa'), ...requirement }),
  v.object({ act: v.literal('require-reason'), ...requirement }),
])

export type UserCommandInput = v.InferInput<typeof asked>

/** Resolves to the output: the people, a link, or nothing. Rejects with `OperatorError`. */
export const userCommand: LocalCommand = async (parts, input) => {
  const parsed = v.safeParse(asked, input)
  if (!parsed.success) throw new OperatorError(parsed.issues[0].message)
  // A command changes no schema: instances of an older version may be using the database.
  await requireTable(parts.database, 'second_factors')
  try {
    return await obey(parts, parsed.output)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new OperatorError(Object.values(error.fields ?? {})[0] ?? error.message)
  }
}

async function obey(parts: BusParts, wanted: v.InferOutput<typeof asked>): Promise<unknown> {
  const { database, bus } = parts
  if (wanted.act === 'list') return listed(database, parts.now())
  if (wanted.act === 'first-link') return firstLink(database, parts.now())
  if (wanted.act === 'add') return add(parts, wanted)
  if (wanted.act === 'require-2fa' || wanted.act === 'require-reason') return require(database, wanted)
  const found = await personWith(database, wanted.email)
  const change = { customersId: found.customersId, actor: theMachine, now: parts.now() }
  if (wanted.act === 'password') return setPassword(parts, found, wanted.password)
  if (wanted.act === 'link') return renewLink(bus, change, found.id)
  if (wanted.act === 'reset-2fa') return resetSecondFactor(database, found, parts.now())
  if (wanted.act === 'export') return personsData(database, found.id)
  if (wanted.act === 'erase') return erasePerson(bus, change, found.id)
  return wanted.act === 'disable' ? disablePerson(bus, change, found.id) : enablePerson(bus, change, found.id)
}

async function listed(database: Database, now: number): Promise<object[]> {
  const customers = await database.query(
    'select id, name from customers order by name, id',
    [],
    v.object({ id: v.string(), name: v.string() }),
  )
  const lists = customers.map(async ({ id, name }) =>
    (await peopleOf(database, id, now)).map((person) => ({ ...person, customerName: name })),
  )
  return (await Promise.all(lists)).flat()
}

/** Creates another link for the first administrator (ACC-1). */
async function firstLink(database: Database, now: number): Promise<OneTimeLink> {
  if (await isAnybodyThere(database))
    throw new OperatorError(
      `Já há quem possa entrar. "${program} user list" mostra quem, e "${program} user add" inclui alguém.`,
    )
  return makeFirstLink(database, now)
}

async function add(
  parts: BusParts,
  { password, ...wanted }: Extract<v.InferOutput<typeof asked>, { act: 'add' }>,
): Promise<OneTimeLink | undefined> {
  const { database, bus, now } = parts
  if (password !== undefined) await refuseChoice(password, wanted.email)
  const taken = await peopleWith(database, wanted.email)
  if (taken.length > 0) throw new OperatorError(`O e-mail ${wanted.email} já está em uso.`)
  const customersId = await customerFor(database, wanted, randomUUID)
  const { permissions, seesAll } = usualAccess[wanted.type]
  const body = {
    email: wanted.email,
    name: wanted.name,
    type: wanted.type,
    permissions: [...permissions],
    seesAll,
    condominiumsId: [],
  }
  const { person, link } = await invitePerson(bus, { customersId, actor: theMachine, now: now() }, body)
  if (password === undefined) return link
  await setPassword(parts, { id: person.id, customersId, email: wanted.email }, password)
  return undefined
}

type Found = { id: string; customersId: string; email: string }

/** Also ends the person's sessions and link. */
async function setPassword({ bus, now }: BusParts, person: Found, password: string): Promise<void> {
  await refuseChoice(password, person.email)
  const passwordHash = await hashPassword(password)
  await bus.commit(async (transaction, announce) => {
    await lockPeople(transaction, person.customersId)
    await dropLinkOf(transaction, person.id)
    const ended = await endAccess(transaction, person.id)
    announce({ kind: 'endedSessions', list: [...ended.sessions] })
    await storePasswordHash(transaction, person.id, passwordHash)
    await noteAct(transaction, person.id, { act: 'password-set', actor: theMachine, at: now(), ended })
  })
}

/**
 * Removes the second factor of a person who lost authenticator and recovery codes (SES-12). The password alone then
 * signs in.
 */
async function resetSecondFactor(database: Database, { id, email }: Found, at: number): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await removeSecondFactor(transaction, id)))
      throw new OperatorError(`${email} não usa a verificação em duas etapas.`)
    await noteAct(transaction, id, { act: 'second-factor-reset', actor: theMachine, at })
  })
}

const requirements = { 'require-2fa': 'second_factor_required', 'require-reason': 'opening_needs_reason' } as const

/**
 * Sets whether the customer requires a second factor, or a reason for an opening (OPEN-1). If a second factor is
 * required, a person without a second factor loses `users:write` until they set one up.
 */
async function require(
  database: Database,
  { act, isRequired, customer }: { act: keyof typeof requirements; isRequired: boolean; customer?: string | undefined },
): Promise<void> {
  const customersId = await customerFor(database, { customer }, randomUUID)
  await database.execute(`update customers set ${requirements[act]} = $2 where id = $1`, [customersId, isRequired])
}

async function refuseChoice(password: string, personsEmail: string): Promise<void> {
  const problem = await choiceProblem(password, personsEmail)
  if (problem !== undefined) throw new OperatorError(problem)
}

async function personWith(database: Queryable, wanted: string): Promise<Found> {
  const [found] = await peopleWith(database, wanted)
  if (found !== undefined) return found
  throw new OperatorError(`Não há ninguém com o e-mail ${wanted}. "${program} user list" mostra quem há.`)
}

function peopleWith(database: Queryable, wanted: string): Promise<Found[]> {
  return database.query(
    'select id, customers_id as "customersId", email from users where email = $1',
    [wanted],
    v.object({ id: v.string(), customersId: v.string(), email: v.string() }),
  )
}

/**
 * Returns the id of the customer that a command means: the one with that name, a new one, or the only one. Rejects with `OperatorError` if
 * there is none, or more than one candidate.
 */
export async function customerFor(
  database: Queryable,
  { customer, newCustomer }: { customer?: string | undefined; newCustomer?: string | undefined },
  newId: () => string,
): Promise<string> {
  const there = await database.query(
    'select id, name from customers order by name, id',
    [],
    v.object({ id: v.string(), name: v.string() }),
  )
  if (newCustomer !== undefined) {
    if (there.some(({ name }) => name === newCustomer))
      throw new OperatorError(`Já existe a administradora "${newCustomer}".`)
    const id = newId()
    await database.execute('insert into customers (id, name) values ($1, $2)', [id, newCustomer])
    return id
  }
  const meant = there.filter(({ id, name }) => customer === undefined || id === customer || name === customer)
  if (meant.length === 1 && meant[0]) return meant[0].id
  if (there.length === 0)
    throw new OperatorError('Ainda não há nenhuma administradora. Diga o nome da primeira com --new-customer "NOME".')
  const names = there.map(({ name }) => `"${name}"`).join(', ')
  throw new OperatorError(`Diga de qual administradora é a pessoa, com --customer "NOME". Há ${names}.`)
}

const personalData = Object.values<Table>(tables).flatMap((table) =>
  'none' in table.personalData ? [] : [table.personalData],
)

/** Returns all personal data that the tables have of a person (EVI-6), by section. */
export async function personsData(database: Database, personId: string): Promise<Record<string, unknown>> {
  const data: Record<string, unknown> = {}
  for (const [section, rows] of personalData.flatMap(({ sections }) => Object.entries(sections))) {
    const [found] = await database.query(
      `select coalesce(json_agg(kept), '[]')::text as rows from (${rows}) as kept`,
      [personId],
      v.object({ rows: v.pipe(v.string(), v.parseJson()) }),
    )
    data[section] = found?.rows
  }
  return data
}

/**
 * Erases a person, and the personal values in the records: the chain still verifies, and keeps the id (EVI-6). Ends open sessions
 * immediately. Rejects with 409 for the last administrator.
 */
export async function erasePerson(bus: Bus, change: AccountChange, personId: string): Promise<void> {
  await disablePerson(bus, change, personId)
  await bus.commit(async (transaction) => {
    await lockPeople(transaction, change.customersId)
    for (const { erasure } of personalData)
      if (typeof erasure === 'object') await transaction.execute(erasure.sql, [personId])
    await appendFacts(transaction, change.customersId, {
      kind: 'erased',
      at: change.now,
      actor: theMachine,
      subject: { person: personId },
    })
  })
}
