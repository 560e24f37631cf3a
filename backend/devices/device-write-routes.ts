import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { deviceFields, wordCodeField } from '../../contract/fields/schemas.ts'
import { activationBody, deviceBody, newDeviceBody } from '../../contract/wire/requests/devices.ts'
import { deviceRoutes as wire } from '../../contract/wire/routes/devices.ts'
import { requireCaller, requireCondominium, requireDevice, requireNoWall } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Account } from '../access/users.ts'
import { holdCondominium } from '../condominiums/condominiums.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { actorOf, changesOf } from '../evidence/fact.ts'
import { forgetFailures } from '../health/device-health.ts'
import { refuseStale, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { keyOf } from '../idempotency/idempotency-key.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { DeviceCommands } from './device-commands.ts'
import { type DeviceChange, deviceFact } from './device-fact.ts'
import type { DeviceNetworks } from './device-networks.ts'
import {
  type DeviceMemories,
  dropDevice,
  forgetFindings,
  forgetRemoved,
  removeRecord,
  wasDeleted,
} from './device-removal.ts'
import { noteDone } from './device-timeline.ts'
import { changeDevice, createDevice, type DeviceFields, holdDevice, type StoredDevice, setActive } from './devices.ts'
import { takenCodes } from './taken-codes.ts'

export type DeviceWriteParts = DeviceMemories & {
  database: Database
  commands: DeviceCommands
  network: DeviceNetwork
  networks: DeviceNetworks
  now: () => number
}

const repeated = v.looseObject(v.pick(newDeviceBody, ['wordCode', 'condominiumId']).entries)
const newDevice = v.object({ ...newDeviceBody.entries, ...deviceFields.entries, wordCode: wordCodeField })

/** Write routes of contract "Devices": create and change. */
export function deviceWriteRoutes(api: FastifyInstance, parts: DeviceWriteParts): void {
  const { database, commands, network } = parts

  const admitted = async (request: FastifyRequest<{ Params: { wordCode: string } }>) =>
    requireNoWall(database, identityOf(request).account, request.params.wordCode)
  const admittedSelf = async (request: FastifyRequest<{ Params: { userId: string; wordCode: string } }>) => {
    requireCaller(identityOf(request).account, request.params.userId)
    await admitted(request)
  }

  serve(
    api,
    wire.createDevice,
    async (request) => {
      const { account } = identityOf(request)
      const { condominiumId, wordCode } = request.params
      const body = parseInput(repeated, request.body)
      refuseOther(body.wordCode, wordCode, 'wordCode', 'O código do corpo difere do código do endereço.')
      refuseOther(body.condominiumId, condominiumId, 'condominiumId', 'O condomínio difere do que está no endereço.')
      const device = parseInput(newDevice, { ...body, condominiumId, wordCode })
      await requireNetwork(account, device.ip)
      const made = await database.transaction(async (transaction) => {
        if (!(await holdCondominium(transaction, condominiumId))) throw new Refusal(404)
        const created = await createDevice(transaction, device)
        if (created === undefined) return undefined
        const change = changeOf(request)
        const { wordCode: _, ...fields } = device
        await appendFacts(
          transaction,
          change.customersId,
          deviceFact('device.created', change, device, parts.now(), { changed: changesOf({}, fields) }),
        )
        return tagged(created)
      })
      if (made === undefined) throw await conflict(account, wordCode)
      await network.place(wordCode)
      parts.portTests.forget(device)
      return made
    },
    {
      async admit(request) {
        const { account } = identityOf(request)
        requireCaller(account, request.params.userId)
        await requireCondominium(database, account, request.params.condominiumId)
      },
    },
  )

  serve(
    api,
    wire.restartDevice,
    async (request) => {
      const { wordCode } = request.params
      const device = await requireDevice(database, identityOf(request).account, wordCode)
      await commands.run(changeOf(request), device, 'restart', async (transaction) => {
        await noteDone(transaction, wordCode, 'restarted', new Date(parts.now()))
        return { result: undefined }
      })
    },
    { admit: admitted },
  )

  serve(
    api,
    wire.activateDevice,
    async (request) => {
      const { account } = identityOf(request)
      const { wordCode } = request.params
      const device = await requireDevice(database, account, wordCode)
      const { active } = parseInput(activationBody, request.body)
      const { key } = changeOf(request)
      return commands.run(changeOf(request), device, active ? 'activate' : 'deactivate', async (transaction) => {
        await setActive(transaction, wordCode, active, { at: new Date(parts.now()), by: account.userId, key })
        return { result: await held(transaction, wordCode) }
      })
    },
    { admit: admittedSelf },
  )

  serve(api, wire.changeDevice, async (request) => {
    const { account } = identityOf(request)
    const { userId, wordCode } = request.params
    requireCaller(account, userId)
    const device = await requireDevice(database, account, wordCode)
    const body = parseInput(repeated, request.body)
    refuseOther(body.wordCode, wordCode, 'wordCode', 'O código de um dispositivo não muda. Cadastre outro dispositivo.')
    const fields = parseInput(deviceBody, body)
    await requireChosenCondominium(account, fields.condominiumId)
    const answer = await database.transaction(async (transaction) => {
      const before = await held(transaction, wordCode)
      refuseStale(request.headers['if-match'], before.etag, before)
      const changed = changesOf(enteredOf(before), enteredOf(fields))
      if (changed.length === 0) return tagged(before)
      if (fields.ip !== before.ip) await requireNetwork(account, fields.ip, transaction)
      if (!(await holdCondominium(transaction, fields.condominiumId))) throw notChoosable()
      await changeDevice(transaction, wordCode, fields, new Date(parts.now()))
      if (fields.ip !== before.ip || fields.port !== before.port) await forgetFailures(transaction, wordCode)
      const change = changeOf(request)
      await appendFacts(
        transaction,
        change.customersId,
        deviceFact('device.changed', change, { ...fields, wordCode }, parts.now(), { changed }),
      )
      return tagged(await held(transaction, wordCode))
    })
    if (fields.ip !== device.ip || fields.port !== device.port) {
      await network.place(wordCode)
      forgetFindings(parts, device)
      parts.portTests.forget(fields)
    }
    return answer
  })

  /** Throws 422 if the server looks for no devices at the address. */
  async function requireNetwork({ customersId }: Account, ip: string, within: Queryable = database): Promise<void> {
    const problem = (await parts.networks.problemsOf(within, customersId, [ip])).get(ip)
    if (problem !== undefined) throw new Refusal(422, { fields: { ip: problem } })
  }

  async function conflict(account: Account, wordCode: string): Promise<Refusal> {
    const { taken, retryAfterSeconds } = await takenCodes(database, account.customersId, [wordCode], parts.now)
    if (!taken.has(wordCode) && retryAfterSeconds > 0)
      return new Refusal(429, {
        message: 'Muitos dos códigos tentados são de outros dispositivos. Confira-os e tente de novo mais tarde.',
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    return new Refusal(409, {
      message: `Já existe um dispositivo com o código ${wordCode}. Escolha outro código ou edite o que existe.`,
    })
  }

  /** Throws 422 for a condominium that the account cannot choose: in a form the condominium is a field, not a path. */
  async function requireChosenCondominium(account: Account, condominiumId: string): Promise<void> {
    await requireCondominium(database, account, condominiumId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw notChoosable()
    })
  }
}

function notChoosable(): Refusal {
  return new Refusal(422, { fields: { condominiumId: 'Escolha um condomínio da sua lista.' } })
}

function enteredOf({ name, model, ip, port, condominiumId }: DeviceFields): DeviceFields {
  return { name, model, ip, port, condominiumId }
}

function refuseOther(given: unknown, expected: string, field: string, text: string): void {
  if (given !== undefined && given !== expected) throw new Refusal(422, { fields: { [field]: text } })
}

export function changeOf(request: FastifyRequest): DeviceChange {
  return { customersId: identityOf(request).account.customersId, actor: actorOf(request), key: keyOf(request) }
}

async function held(transaction: Queryable, wordCode: string): Promise<StoredDevice> {
  const device = await holdDevice(transaction, wordCode)
  if (device === undefined) throw new Refusal(404)
  return device
}

export function tagged(device: StoredDevice): Tagged<StoredDevice> {
  return { etag: device.etag, body: device }
}

/** The three ways to delete a device (contract "Devices", DEV-5). */
export function deviceDeleteRoutes(api: FastifyInstance, parts: DeviceWriteParts): void {
  serve(api, wire.deleteDevice, async (request) => {
    requireCaller(identityOf(request).account, request.params.userId)
    await deletion(request, request.params.wordCode, async (device) => {
      refuseStale(request.headers['if-match'], device.etag, device)
      const change = changeOf(request)
      await parts.commands.run(change, device, 'remove', async (transaction) => ({
        facts: await removeRecord(transaction, parts, device, change),
        result: undefined,
      }))
      await forgetRemoved(parts, device, change)
    })
  })

  serve(api, wire.deleteDeviceFromPool, (request) =>
    deletion(request, request.params.wordCode, async (device) => {
      const { wordCode } = device
      if (parts.connections.isBusy(wordCode) || (await parts.commands.isBusy(wordCode)))
        throw new Refusal(409, {
          message: `O dispositivo ${wordCode} ainda está atendendo outra operação. Espere que ela termine e tente de novo.`,
        })
      await dropDevice(parts, device, changeOf(request), request.headers['if-match'])
    }),
  )

  serve(api, wire.deleteDeviceFromDatabase, (request) =>
    deletion(request, request.params.wordCode, (device) =>
      dropDevice(parts, device, changeOf(request), request.headers['if-match']),
    ),
  )

  /** Deletes the device. The 404 states in `gone` whether a device that the person could see was deleted (DEV-5). */
  async function deletion(request: FastifyRequest, wordCode: string, remove: (device: StoredDevice) => Promise<void>) {
    const { account } = identityOf(request)
    try {
      await remove(await requireDevice(parts.database, account, wordCode))
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error
      const gone = await wasDeleted(parts.database, account, wordCode)
      throw new Refusal(404, {
        body: { ...error.body, ...(gone && { message: 'O dispositivo já foi excluído.' }), gone },
      })
    }
  }
}
