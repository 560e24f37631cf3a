import type { StoredRecord } from '../../../contract/wire/answers/audit.ts'
import { timeCells, timeColumns } from '../parts/time/zoned-time.ts'
import { auditKindNames, auditText, whoText } from './audit-texts.ts'
import { marksText } from './witness-texts.ts'

/** Names of the fields in the contract, which other programs read. */
const fields = [
  'id',
  'sequence',
  'at',
  'wordCode',
  'condominiumId',
  'userId',
  'kind',
  'from',
  'to',
  'cause',
  'reason',
  'failureCount',
  'refused',
  'lastError',
  'retryAt',
  'opening',
  'heldMs',
  'durations',
  'slow',
  'ignored',
  'panelVersion',
  'command',
  'outcome',
  'key',
  'receivedAt',
  'byPanel',
  'marks',
  'seen',
] as const satisfies readonly (keyof StoredRecord)[]

const seenFields = ['seq', 'at', 'ok'] as const satisfies readonly (keyof NonNullable<StoredRecord['seen']>)[]

const columns = [
  ...timeColumns,
  'O que aconteceu',
  'Tipo',
  'Dispositivo',
  'Código do dispositivo',
  'Condomínio',
  'Id do condomínio',
  'Quem',
  'Sessão de',
  'Id da pessoa',
  'Motivo',
  'Estado anterior',
  'Estado novo',
  'Causa',
  'Falhas seguidas',
  'Chamadas não enviadas',
  'Último erro',
  'Nova tentativa (UTC)',
  'Pausa seguida nº',
  'Tempo no estado anterior (ms)',
  'Duração das tentativas (ms)',
  'Chamadas lentas',
  'Resultados que não contam',
  'Comando',
  'Resultado',
  'Recebido pelo servidor (UTC)',
  'Testemunha',
  'Ressalvas',
  'Visto pelo servidor (UTC)',
  'Resposta vista pelo servidor',
  'Nº na cadeia do servidor',
  'Chave da chamada',
  'Sequência',
  'Versão do painel',
  'Id do registro',
]

/** Creates a sheet of records: first words and names, then the terms of the specification (AUD-3). */
export function auditSheet(records: readonly StoredRecord[]) {
  const rows = records.map((record) => [
    ...timeCells(record.at),
    auditText(record),
    auditKindNames[record.kind],
    record.deviceName,
    record.wordCode,
    record.condominiumName,
    record.condominiumId,
    whoText(record),
    record.userName,
    record.userId,
    record.reason,
    record.from,
    record.to,
    record.cause,
    record.failureCount,
    record.refused,
    record.lastError,
    record.retryAt,
    record.opening,
    record.heldMs,
    record.durations?.join(' '),
    record.slow,
    record.ignored,
    record.command,
    record.outcome,
    record.receivedAt,
    record.seen === undefined ? 'Declarado pelo painel' : 'Declarado pelo painel e visto pelo servidor',
    marksText(record).join('; '),
    record.seen?.at,
    record.seen && (record.seen.ok ? 'respondeu' : 'não confirmou'),
    record.seen?.seq,
    record.key,
    record.sequence,
    record.panelVersion,
    record.id,
  ])
  return { header: columns, rows }
}

/** Formats records for other programs: the fields of the contract, times in UTC (AUD-3). */
export function auditJson(records: readonly StoredRecord[]): string {
  return `${JSON.stringify(records, [...fields, ...seenFields], 2)}\n`
}
