import { createHash } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { columnTitles, importFields } from '../../contract/spreadsheet/device-columns.ts'
import type { ReadRow, SheetDevice } from '../../contract/spreadsheet/device-sheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../contract/spreadsheet/spreadsheet-problem.ts'
import { type ImportError, type Imported, takenCodeText } from '../../contract/wire/answers/imports.ts'
import { takenCodesBody } from '../../contract/wire/requests/imports.ts'
import { recordRoutes as wire } from '../../contract/wire/routes/records.ts'
import { requireCaller, requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { bounds } from '../bounds.ts'
import { holdCondominium } from '../condominiums/condominiums.ts'
import type { Database } from '../database/database.ts'
import { columnsOf } from '../database/row-values.ts'
import type { DeviceNetworks } from '../devices/device-networks.ts'
import { takenCodes } from '../devices/taken-codes.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, actorOf, type Fact } from '../evidence/fact.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { PortTests } from '../port-tests/port-tests.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import { sheetReader } from './sheet-reader.ts'

export type ImportParts = {
  database: Database
  network: DeviceNetwork
  networks: DeviceNetworks
  portTests: PortTests
  now: () => number
}

type SentFile = { bytes: Uint8Array<ArrayBuffer>; name: string; sha256: string }

declare module 'fastify' {
  interface FastifyRequest {
    sentFile: SentFile | null
  }
}

const longestName = 200

type Params = { type: string; condominiumId: string; userId: string }

const fileTooLarge = v.object({ code: v.literal('FST_REQ_FILE_TOO_LARGE') })

/** Excel import of contract "Import": all rows or none (HTTP-5). */
export async function importRoutes(
  api: FastifyInstance,
  { database, network, networks, portTests, now }: ImportParts,
): Promise<void> {
  serve(api, wire.takenCodes, async (request) => {
    const { wordCodes } = parseInput(takenCodesBody, request.body)
    const { taken } = await takenCodes(database, identityOf(request).account.customersId, wordCodes, now)
    return { taken: [...taken] }
  })

  const sheets = sheetReader()
  api.addHook('onClose', sheets.close)

  await api.register(async (scope) => {
    scope.decorateRequest('sentFile', null)
    await scope.register(multipart, {
      limits: { files: 1, fields: 4, parts: 5, fileSize: bounds.spreadsheetFile.most.bytes },
    })
    serve(
      scope,
      wire.importDevices,
      async (request) => {
        const { condominiumId } = request.params
        const { customersId } = identityOf(request).account
        if (request.sentFile === null) throw noFile()
        const answer = await importDevices(request.sentFile, condominiumId, customersId, actorOf(request))
        if (!answer.ok) throw new Refusal(422, { body: answer })
        return answer
      },
      {
        admit: (request) => admit(request, request.params),
        async readBody(request) {
          const file = await fileOf(request)
          request.sentFile = file
          return { name: file.name, sha256: file.sha256 }
        },
      },
    )
  })

  async function admit(request: FastifyRequest, { type, condominiumId, userId }: Params): Promise<void> {
    const { account } = identityOf(request)
    requireCaller(account, userId)
    if (type !== 'device') throw new Refusal(404)
    await requireCondominium(database, account, condominiumId)
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw noFile()
  }

  async function importDevices(
    { bytes, name, sha256 }: SentFile,
    condominiumId: string,
    customersId: string,
    actor: Actor,
  ): Promise<Imported | ImportError> {
    try {
      const rows = await sheets.read(bytes)
      const devices = rows.flatMap(({ device }) => device ?? [])
      const wordCodes = devices.map(({ wordCode }) => wordCode)
      const { taken, retryAfterSeconds } = await takenCodes(database, customersId, wordCodes, now)
      const wrongPlaces = await networks.problemsOf(
        database,
        customersId,
        devices.map(({ ip }) => ip),
      )
      const problems = rows.flatMap((row) => problemsOf(row, taken, wrongPlaces))
      if (retryAfterSeconds > 0)
        return refused(
          'Nada foi importado: há códigos de outros dispositivos demais nesta planilha. Confira-os.',
          problems,
        )
      if (problems.length > 0) return refused('Nada foi importado: há linhas com problema.', problems)
      const answer = await storeDevices(database, condominiumId, devices, {
        customersId,
        of: {
          kind: 'device.imported',
          at: now(),
          actor,
          subject: { condominium: condominiumId },
          data: {
            file: name.slice(0, longestName),
            sha256,
            rows: devices.length,
            devices: wordCodes,
          },
        },
      })
      await welcome(devices)
      return answer
    } catch (error) {
      // Another call has just taken a code: the check finds it now.
      if (error instanceof CodeTaken) return importDevices({ bytes, name, sha256 }, condominiumId, customersId, actor)
      if (error instanceof SpreadsheetProblem) return refused(error.message, [])
      throw error
    }
  }

  async function welcome(devices: readonly SheetDevice[]): Promise<void> {
    for (const device of devices) {
      portTests.forget(device)
      if (device.ip.startsWith('127.')) await network.place(device.wordCode)
    }
  }
}

function problemsOf(
  { row, problems, device }: ReadRow,
  taken: ReadonlySet<string>,
  wrongPlaces: ReadonlyMap<string, string>,
): ImportError['rows'] {
  if (device !== null && taken.has(device.wordCode))
    return [{ row, column: columnTitles.wordCode, message: takenCodeText }]
  const wrongPlace = device === null ? undefined : wrongPlaces.get(device.ip)
  if (wrongPlace !== undefined) return [{ row, column: columnTitles.ip, message: wrongPlace }]
  return importFields.flatMap((field) => {
    const message = problems[field]
    return message === undefined ? [] : [{ row, column: columnTitles[field], message }]
  })
}

async function fileOf(request: FastifyRequest): Promise<SentFile> {
  try {
    const part = await request.file()
    if (part?.fieldname !== 'file') throw noFile()
    const bytes = new Uint8Array(await part.toBuffer())
    return { bytes, name: part.filename, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    if (v.is(fileTooLarge, error)) throw new Refusal(413, { message: fileTexts.tooLarge })
    throw error instanceof Refusal ? error : noFile()
  }
}

function noFile(): Refusal {
  return new Refusal(400, { message: 'Envie a planilha como arquivo (multipart/form-data, campo “file”).' })
}

function refused(message: string, rows: ImportError['rows']): ImportError {
  return { ok: false, error: true, message, rows }
}

/** Another call has created a device with one of the codes since the check. */
class CodeTaken extends Error {}

/** Stores all devices in one statement, with the record of the import; on an error stores nothing. May throw 404 and `CodeTaken`. */
export async function storeDevices(
  database: Database,
  condominiumId: string,
  devices: readonly SheetDevice[],
  fact: { customersId: string; of: Fact },
): Promise<Imported> {
  return database.transaction(async (transaction) => {
    if (!(await holdCondominium(transaction, condominiumId))) throw new Refusal(404)
    // In one order for all imports, to prevent deadlocks.
    const stored = await transaction.execute(
      `insert into devices (condominium_id, word_code, name, model, ip, port, active)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::boolean[]) order by 2
       on conflict (word_code) do nothing`,
      [condominiumId, ...columnsOf(devices, ['wordCode', 'name', 'model', 'ip', 'port', 'active'])],
    )
    if (stored < devices.length) throw new CodeTaken()
    await appendFacts(transaction, fact.customersId, fact.of)
    return { ok: true, imported: devices.length }
  })
}
