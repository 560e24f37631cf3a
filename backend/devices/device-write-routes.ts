import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { deviceFields, wordCodeField } from '../../contract/fields/schemas.ts'
import type { Device } from '../../contract/wire/answers/devices.ts'
import { activationBody, deviceBody, newDeviceBody } from '../../contract/wire/requests/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireCondominium, requireDevice, requireNoWall } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Account } from '../access/users.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { IdempotentCalls } from '../idempotency/idempotent-calls.ts'
import { answerOnce } from '../idempotency/idempotent-route.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { DeviceContacts } from './device-contacts.ts'
import { type DeviceMemories, forgetFindings } from './device-removal.ts'
import { noteRestart } from './device-timeline.ts'
import { changeDevice, createDevice, deviceOf, setActive } from './devices.ts'
import { takenCodes } from './taken-codes.ts'

export type DeviceWriteParts = DeviceMemories & {
  database: Database
  contacts: DeviceContacts
  network: DeviceNetwork
  idempotentCalls: IdempotentCalls
  now: () => number
}

const repeated = v.looseObject(v.pick(newDeviceBody, ['wordCode', 'condominiumId']).entries)
const newDevice = v.object({ ...newDeviceBody.entries, ...deviceFields.entries, wordCode: wordCodeField })

/** The calls of contract "Devices" that make and change a device. */
export function deviceWriteRoutes(api: FastifyInstance, parts: DeviceWriteParts): void {
  const { database, contacts, network, idempotentCalls } = parts
  const codes = takenCodes(database, parts.now)

  serve(api, wire.createDevice, async (request, reply) => {
    const { account } = identityOf(request)
    const { condominiumId, userId, wordCode } = request.params
    requireCaller(account, userId)
    await requireCondominium(database, account, condominiumId)
    return answerOnce(idempotentCalls, request, reply, async (key) => {
      const body = parseInput(repeated, request.body)
      refuseOther(body.wordCode, wordCode, 'wordCode', 'O código do corpo difere do código do endereço.')
      refuseOther(body.condominiumId, condominiumId, 'condominiumId', 'O condomínio difere do que está no endereço.')
      const device = parseInput(newDevice, { ...body, condominiumId, wordCode })
      const createdKey = key === undefined ? null : `${userId} ${key}`
      if (!(await createDevice(database, device, createdKey))) throw await conflict(account, wordCode)
      await network.place(wordCode)
      parts.portTests.forget(device)
      return { status: 201, body: await current(account, wordCode) }
    })
  })

  serve(api, wire.restartDevice, async (request, reply) => {
    const { account } = identityOf(request)
    const { wordCode } = request.params
    await requireNoWall(database, account, wordCode)
    return answerOnce(idempotentCalls, request, reply, async (key) => {
      const device = await requireDevice(database, account, wordCode)
      await contacts.ask(device, { op: 'restart', key })
      await noteRestart(database, wordCode, new Date(parts.now()))
      return { status: 202, body: null }
    })
  })

  serve(api, wire.activateDevice, async (request, reply) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    await requireNoWall(database, account, wordCode)
    return answerOnce(idempotentCalls, request, reply, async (key) => {
      const device = await requireDevice(database, account, wordCode)
      const { active } = parseInput(activationBody, request.body)
      await contacts.ask(device, { op: active ? 'activate' : 'deactivate', key })
      await setActive(database, wordCode, active, new Date(parts.now()))
      return { status: 200, body: await current(account, wordCode) }
    })
  })

  serve(api, wire.changeDevice, async (request) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    const body = parseInput(repeated, request.body)
    refuseOther(body.wordCode, wordCode, 'wordCode', 'O código de um dispositivo não muda. Cadastre outro dispositivo.')
    const fields = parseInput(deviceBody, body)
    await requireChosenCondominium(account, fields.condominiumId)
    if (!(await changeDevice(database, wordCode, fields, new Date(parts.now())))) throw new Refusal(404)
    if (fields.ip !== device.ip || fields.port !== device.port) {
      await network.place(wordCode)
      await parts.health.forget([wordCode])
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

  async function conflict(account: Account, wordCode: string): Promise<Refusal> {
    const { told, retryAfterSeconds } = await codes.among(account.customersId, [wordCode])
    if (!told.has(wordCode) && retryAfterSeconds > 0)
      return new Refusal(429, {
        message: 'Muitos dos códigos tentados são de outros dispositivos. Confira-os e tente de novo mais tarde.',
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    return new Refusal(409, {
      message: `Já existe um dispositivo com o código ${wordCode}. Escolha outro código ou edite o que existe.`,
    })
  }

  /** In a form a condominium is a choice, not a path: what can't be chosen is a wrong field, whatever the reason. */
  async function requireChosenCondominium(account: Account, condominiumId: string): Promise<void> {
    await requireCondominium(database, account, condominiumId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(422, { fields: { condominiumId: 'Escolha um condomínio da sua lista.' } })
    })
  }
}

function refuseOther(given: unknown, expected: string, field: string, text: string): void {
  if (given !== undefined && given !== expected) throw new Refusal(422, { fields: { [field]: text } })
}
