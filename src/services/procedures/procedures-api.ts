import type { ChangedList } from '../../../contract/spreadsheet/procedure-sheet.ts'
import type { OwnedProcedures, Procedure, ProcedureLists } from '../../../contract/wire/answers/procedures.ts'
import { procedureRoutes } from '../../../contract/wire/routes/procedures.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { etagOf } from '../http/record-result.ts'

/** The procedures of one owner as last read; `etag` is null if the server sends none: then the last write wins. */
export interface ProcedureRecord extends OwnedProcedures {
  etag: string | null
}

export type ProcedureSaveAnswer =
  | { kind: 'saved'; record: ProcedureRecord }
  /** Another person has changed the procedures since they were read. */
  | { kind: 'conflict'; theirs: ProcedureRecord }

/** Reads the procedures of a condominium, or of the customer (null). Throws a `CallError`. */
export async function readProcedures(
  call: ContractCall,
  condominiumId: string | null,
  signal: AbortSignal,
): Promise<ProcedureRecord> {
  const result =
    condominiumId === null
      ? await call(procedureRoutes.procedures, { signal })
      : await call(procedureRoutes.proceduresOfCondominium, { params: { condominiumId }, signal })
  return { ...dataOf(result), etag: etagOf(result) }
}

/** Replaces the own procedures at the version `etag`. Throws a `CallError`. */
export async function saveProcedures(
  call: ContractCall,
  { condominiumId, etag, own }: { condominiumId: string | null; etag: string | null; own: readonly Procedure[] },
  signal: AbortSignal,
): Promise<ProcedureSaveAnswer> {
  const options = { body: { own: [...own] }, ifMatch: etag, signal }
  const result =
    condominiumId === null
      ? await call(procedureRoutes.changeProcedures, options)
      : await call(procedureRoutes.changeProceduresOfCondominium, { ...options, params: { condominiumId } })
  if (result?.named === 412) return { kind: 'conflict', theirs: { ...result.data.current, etag: etagOf(result) } }
  return { kind: 'saved', record: { ...dataOf(result), etag: etagOf(result) } }
}

export type ListsSaveAnswer =
  | { kind: 'saved' }
  /** Another person has changed a list since the lists were read. */
  | { kind: 'conflict'; theirs: ProcedureLists }

/** Reads the procedures of the customer and of each visible condominium. Throws a `CallError`. */
export async function readProcedureLists(call: ContractCall, signal: AbortSignal): Promise<ProcedureLists> {
  return dataOf(await call(procedureRoutes.procedureLists, { signal }))
}

/** Replaces the lists at their versions, all or none. Throws a `CallError`. */
export async function saveProcedureLists(call: ContractCall, lists: readonly ChangedList[]): Promise<ListsSaveAnswer> {
  const result = await call(procedureRoutes.changeProcedureLists, { body: { lists: [...lists] } })
  if (result?.named === 412) return { kind: 'conflict', theirs: result.data.current }
  dataOf(result)
  return { kind: 'saved' }
}
