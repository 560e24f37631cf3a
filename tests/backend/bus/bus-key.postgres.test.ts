import { randomUUID } from 'node:crypto'
import { expect, inject, it } from 'vitest'
import { busKey } from '../../../backend/bus/bus-key.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

const server = inject('postgresUrl') ?? ''

it('a copy of the database has another channel and another key, although it contains the key row of the original', async () => {
  const open = async () => openPostgresDatabase(await postgresCopy(server, 'nothing', randomUUID()))
  const [original, copy] = [await open(), await open()]
  for (const database of [original, copy])
    await database.execute("insert into bus_key (installation, secret) values ('i', 's')")
  const [one, other] = [await busKey(original), await busKey(copy)]
  expect(other.channel).not.toBe(one.channel)
  expect(other.opened(one.signed('olá'))).toBeUndefined()
  await original.close()
  await copy.close()
})

it('a database user without rights on the server can read the key', async () => {
  const url = new URL(await postgresCopy(server, 'nothing', randomUUID()))
  const database = await openPostgresDatabase(url.href)
  const role = `r${randomUUID().replaceAll('-', '')}`
  await database.script(`create role ${role}; grant select, insert on bus_key to ${role}`)
  const key = await database.transaction(async (transaction) => {
    await transaction.script(`set local role ${role}`)
    return busKey(transaction)
  })
  expect(key.channel).toMatch(/^guarita:[0-9a-f]{32}$/)
  await database.script(`drop owned by ${role}; drop role ${role}`)
  await database.close()
})
