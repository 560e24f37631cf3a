import { randomUUID } from 'node:crypto'
import { setEventKinds } from '../../../backend/events/event-kinds.ts'
import { makeMachineToken } from '../../../backend/machines/machine-tokens.ts'
import { mainCustomerId } from '../../../backend/seed/accounts.ts'
import type { Backend } from '../../../backend/server.ts'
import type { NewMachineToken } from '../../../contract/wire/answers/machines.ts'

const customersId = mainCustomerId

/** Plants a token of the admin. The token is missing if the customer has the maximum number of tokens already. */
export async function plantMachineToken(
  { database }: Pick<Backend, 'database'>,
  condominiumIds: readonly string[] | null = null,
  { days = null, now = Date.now() }: { days?: number | null; now?: number } = {},
): Promise<Pick<NewMachineToken, 'id' | 'token'>> {
  const made = { customersId, userId: 'user-admin', name: 'Central norte', condominiumIds, days }
  return (await makeMachineToken(database, made, now)) ?? { id: 'nenhum', token: 'nenhum' }
}

/** Plants a kind of the admin's catalogue and returns its code. */
export async function plantEventKind({ database }: Backend): Promise<string> {
  const code = `E${randomUUID().slice(0, 8)}`
  await setEventKinds(database, customersId, [{ code, name: 'Pânico', rank: 'urgent', calls: true }])
  return code
}
