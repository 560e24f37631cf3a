import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { deviceFields, wordCodeField } from '../../contract/fields/schemas.ts'
import { requireCaller, requireCondominium, requireDevice, requireNoWall, requirePermission } from '../access.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import type { DeviceContacts } from '../device-contacts.ts'
import { type DeviceMemories, forgetFindings } from '../device-removal.ts'
import { changeDevice, createDevice, type Device, deviceOf, setActive } from '../devices.ts'
import type { IdempotentCalls } from '../idempotent-calls.ts'
import { Refusal } from '../refusal.ts'
import { parseInput } from '../request-input.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { Account } from '../users.ts'
import { answerOnce } from './idempotent-route.ts'

export type DeviceWriteParts = DeviceMemories & {
  database: Database
  contacts: DeviceContacts
  network: DeviceNetwork
  idempotentCalls: IdempotentCalls
}

type OfUser = { userId: string; wordCode: string }

const anyBody = v.looseObject({ wordCode: v.optional(v.unknown()), condominiumId: v.optional(v.unknown()) })
const newDevice = v.object({ ...deviceFields.entries, wordCode: wordCodeField, active: v.optional(v.boolean(), true) })
const activation = v.object({ active: v.boolean('Informe se o dispositivo deve ficar ativo.') })

/** The calls of contract "Devices" that make and change a device; all want `device:write`. */
export function deviceWriteRoutes(api: FastifyInstance, parts: DeviceWriteParts): void {
  const { database, contacts, network, idempotentCalls } = parts

  api.post<{ Params: OfUser & { condominiumId: string } }>(
    '/device/:condominiumId/:userId/:wordCode',
    async (request, reply) => {
      const account = writerOf(request)
      const { condominiumId, userId, wordCode } = request.params
      requireCaller(account, userId)
      await requireCondominium(database, account, condominiumId)
      return answerOnce(idempotentCalls, request, reply, async (key) => {
        const body = parseInput(anyBody, request.body)
        refuseOther(body.wordCode, wordCode, 'wordCode', 'O código do corpo difere do código do endereço.')
        refuseOther(body.condominiumId, condominiumId, 'condominiumId', 'O condomínio difere do que está no endereço.')
        const device = parseInput(newDevice, { ...body, condominiumId, wordCode })
        const createdKey = key === undefined ? null : `${userId} ${key}`
        if (!(await createDevice(database, device, createdKey)))
          throw new Refusal(409, {
            message: `Já existe um dispositivo com o código ${wordCode}. Escolha outro código ou edite o que existe.`,
          })
        await network.place(wordCode)
        parts.portTests.forget(device)
        return { status: 201, body: await current(account, wordCode) }
      })
    },
  )

  api.post<{ Params: { wordCode: string } }>('/device/restart/:wordCode', async (request, reply) => {
    const account = writerOf(request)
    const { wordCode } = request.params
    await requireNoWall(database, account, wordCode)
    return answerOnce(idempotentCalls, request, reply, async (key) => {
      const device = await requireDevice(database, account, wordCode)
      await contacts.ask(device, { op: 'restart', key })
      return { status: 202, body: null }
    })
  })

  api.post<{ Params: OfUser }>('/device/activate/:userId/:wordCode', async (request, reply) => {
    const account = writerOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    await requireNoWall(database, account, wordCode)
    return answerOnce(idempotentCalls, request, reply, async (key) => {
      const device = await requireDevice(database, account, wordCode)
      const { active } = parseInput(activation, request.body)
      await contacts.ask(device, { op: active ? 'activate' : 'deactivate', key })
      await setActive(database, wordCode, active)
      return { status: 200, body: await current(account, wordCode) }
    })
  })

  api.put<{ Params: OfUser }>('/device/:userId/:wordCode', async (request) => {
    const account = writerOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    const body = parseInput(anyBody, request.body)
    refuseOther(body.wordCode, wordCode, 'wordCode', 'O código de um dispositivo não muda. Cadastre outro dispositivo.')
    const fields = parseInput(deviceFields, body)
    await requireChosenCondominium(account, fields.condominiumId)
    if (!(await changeDevice(database, wordCode, fields))) throw new Refusal(404)
    if (fields.ip !== device.ip || fields.port !== device.port) {
      await network.place(wordCode)
      parts.health.forget(wordCode)
      forgetFindings(parts, device)
      parts.portTests.forget(fields)
    }
    return current(account, wordCode)
  })

  async function current(account: Account, wordCode: string): Promise<Device> {
    const device = await deviceOf(database, account, wordCode)
    if (device === undefined) throw new Refusal(404)
    return device
  }

  /** In a form a condominium is a choice, not a path: what can't be chosen is a wrong field, whatever the reason. */
  async function requireChosenCondominium(account: Account, condominiumId: string): Promise<void> {
    await requireCondominium(database, account, condominiumId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(422, { fields: { condominiumId: 'Escolha um condomínio da sua lista.' } })
    })
  }
}

function writerOf(request: FastifyRequest): Account {
  const { account } = identityOf(request)
  requirePermission(account, 'device:write')
  return account
}

function refuseOther(given: unknown, expected: string, field: string, text: string): void {
  if (given !== undefined && given !== expected) throw new Refusal(422, { fields: { [field]: text } })
}
