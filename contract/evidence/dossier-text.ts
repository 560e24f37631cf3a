import * as v from 'valibot'
import { rulesByTopic } from '../rules/rule-topics.ts'
import { numberText } from '../texts/number-text.ts'
import type { Dossier } from '../wire/answers/evidence.ts'
import { ruleSet } from '../wire/answers/rules.ts'
import { isoTime } from '../wire/scalars.ts'
import { isTimeZone } from '../wire/time-zone.ts'
import { auditMarksOf, auditMarkTexts } from './audit-marks.ts'
import { factText } from './fact-texts.ts'
import { panelText } from './record-actor.ts'

/** `seq`: the number of the record. */
export type DossierRow = { seq?: number; cells: readonly string[] }

export type DossierTable = {
  name: 'people' | 'rules' | 'rows'
  title: string
  headings: readonly string[]
  rows: readonly DossierRow[]
  /** The text instead of a table without rows. */
  empty: string
}

/** All visible texts of a dossier (EVI-4). */
export type DossierText = {
  title: string
  facts: readonly (readonly [term: string, text: string])[]
  tables: readonly DossierTable[]
  note: string
}

/** A dossier before its page is made. */
export type UnpagedDossier = Omit<Dossier, 'page'>

const record = v.object({
  seq: v.number(),
  at: isoTime,
  kind: v.string(),
  actor: v.looseObject({
    person: v.optional(v.string()),
    panel: v.optional(v.literal(true)),
    machine: v.optional(v.literal(true)),
    link: v.optional(v.literal(true)),
  }),
  subject: v.looseObject({ device: v.optional(v.string()), condominium: v.optional(v.string()) }),
  data: v.record(v.string(), v.unknown()),
})
type DossierRecord = v.InferOutput<typeof record>

const salted = v.strictObject({ salted: v.string() })
/** Records of sessions belong to every dossier. */
const ofAll = /^session\./

/** A dossier without its records and their lists, which may be too long for memory. */
export type DossierFrame = Omit<UnpagedDossier, 'records' | 'hashes' | 'personal' | 'stamps'>

/** Builds the texts of a dossier, with times in its zone and UTC; null if an entry is not a valid record, or the zone is unknown. */
export function dossierText(dossier: UnpagedDossier): DossierText | null {
  const { records, hashes, personal } = dossier
  const row = rowTexts(dossier)
  if (row === null) return null
  const found = records.map((record, index) => row(record, hashes[index] ?? '', personal))
  if (found.includes(null)) return null
  const rows = found.filter((each) => typeof each === 'object' && each !== null)
  const stated = records.filter(({ kind }) => kind === 'rules')
  return textAround(dossier, { rows, others: records.length - rows.length, stated })
}

/**
 * Returns a function that builds the row of a record: 'other' for a record about another subject, null for an invalid
 * record. Returns null if the time zone is unknown.
 */
export function rowTexts({
  zone,
  names,
  subject,
}: Pick<DossierFrame, 'zone' | 'names' | 'subject'>):
  | ((entry: unknown, hash: string, personal: Dossier['personal']) => DossierRow | 'other' | null)
  | null {
  if (!isTimeZone(zone)) return null
  const moment = momentIn(zone)
  return (entry, hash, personal) => {
    const read = v.safeParse(record, entry)
    if (!read.success) return null
    if (!isShown(read.output, subject)) return 'other'
    return { seq: read.output.seq, cells: cellsOf(read.output, hash, { names, subject, personal }, moment) }
  }
}

/**
 * Builds the texts before and after the rows of the records. `others`: the number of records about other subjects;
 * `stated`: the records of rules. Returns null if a record of rules is invalid, or if the time zone is unknown.
 */
export function textAround(
  dossier: DossierFrame,
  { rows, others, stated }: { rows: readonly DossierRow[]; others: number; stated: readonly unknown[] },
): DossierText | null {
  if (!isTimeZone(dossier.zone)) return null
  const moment = momentIn(dossier.zone)
  const rules = rulesTable(dossier, stated, moment)
  if (rules === null) return null
  const people = dossier.signedIn.map(({ person, begun, ended }) => ({
    cells: [named(person, dossier.names.people), `${moment(begun.at)} (registro ${begun.seq})`, endText(ended, moment)],
  }))
  return {
    title: titleOf(dossier),
    facts: factsOf(dossier, moment),
    tables: [
      {
        ...{
          name: 'people',
          title: 'Quem estava no painel',
          headings: ['Pessoa', 'Entrou', 'Saiu ou venceu'],
          rows: people,
        },
        empty: 'Ninguém, no período inteiro.',
      },
      {
        ...{ name: 'rows', title: 'O que aconteceu', rows, empty: 'Nada foi registrado no período.' },
        headings: ['Nº', 'Quando', 'O que aconteceu', 'Quem', 'Testemunha', 'Código'],
      },
      ...rules,
    ],
    note: noteOf(others),
  }
}

const rulesRecord = v.object({ ...record.entries, kind: v.literal('rules'), data: ruleSet })

/**
 * Returns the rules that were in force in the period (EVI-10): none for a dossier of an earlier version, null if a record has an unknown
 * shape.
 */
function rulesTable(
  { rules: before, period }: DossierFrame,
  records: readonly unknown[],
  moment: (iso: string) => string,
): DossierTable[] | null {
  if (before === undefined) return []
  const stated = [...(before === null ? [] : [before]), ...records]
  const read = v.safeParse(v.array(rulesRecord), stated)
  if (!read.success) return null
  const upTo = read.output.filter(({ at }) => at < period.to)
  const first = upTo.findLastIndex(({ at }) => at <= period.from)
  const changed = upTo
    .slice(Math.max(first, 0))
    .filter(({ data }, index, all) => data.hash !== all[index - 1]?.data.hash)
  const rows = changed.flatMap(({ seq, at, data }) =>
    rulesByTopic(data).map(({ title, texts }) => ({
      cells: [
        `${moment(at)} (registro ${seq})`,
        `${data.version}, impressão digital ${data.hash.slice(0, 16)}…`,
        title,
        texts.join(' '),
      ],
    })),
  )
  return [
    {
      ...{ name: 'rules', title: 'Regras em vigor', headings: ['Registradas em', 'Versão', 'Tema', 'Regras'], rows },
      empty: 'O servidor não tem registro das regras que valiam neste período.',
    },
  ]
}

function endText(ended: Dossier['signedIn'][number]['ended'], moment: (iso: string) => string): string {
  if (ended === null) return 'a sessão continuou: ainda estava aberta quando o dossiê foi feito'
  if (ended === 'sem registro') return 'sem registro de saída: terminou em horário que não foi registrado'
  return `${moment(ended.at)} (registro ${ended.seq})`
}

/** `others`: the number of records about other subjects, which are needed to verify the chain. */
function noteOf(others: number): string {
  if (others === 0) return 'Todos os registros da corrente neste trecho estão acima.'
  const count = others === 1 ? '1 registro' : `${numberText(others)} registros`
  return `O arquivo leva mais ${count} deste trecho, de outros assuntos ou do servidor, para que se veja que nada foi retirado.`
}

function titleOf({ subject: { device, condominium }, names, customer }: DossierFrame): string {
  if (device !== undefined) return `Dossiê do dispositivo ${named(device, names.devices)}`
  if (condominium !== undefined) return `Dossiê do condomínio ${named(condominium, names.condominiums)}`
  return `Dossiê de ${customer.name}`
}

function factsOf(dossier: DossierFrame, moment: (iso: string) => string): DossierText['facts'] {
  const { customer, period, madeAt, madeBy, server, chain, start, end, fingerprint, publicKey } = dossier
  return [
    ['Administradora', `${customer.name} (${customer.id})`],
    ['Período', `de ${moment(period.from)} a ${moment(period.to)}`],
    ['Feito em', moment(madeAt)],
    ['Feito por', `${madeBy.name} (${madeBy.id})`],
    ['Servidor', `${server.name}, versão ${server.version}`],
    ['Registros deste dossiê', `de ${start.seq + 1} a ${end.seq}`],
    ['Fim deste trecho', `${end.hash}, registro ${end.seq}`],
    ['Fim da corrente', `${chain.hash}, registro ${chain.seq}, em ${moment(chain.at)}`],
    ['Assinatura do fim da corrente (Ed25519)', chain.signature],
    ['Chave pública', publicKey],
    ['Impressão digital da chave', fingerprint],
  ]
}

/** A condominium's dossier includes its devices, because their records name the condominium, too. */
function isShown({ kind, subject }: DossierRecord, wanted: Dossier['subject']): boolean {
  if (ofAll.test(kind)) return true
  if (wanted.device !== undefined) return subject.device === wanted.device
  return wanted.condominium === undefined || subject.condominium === wanted.condominium
}

function cellsOf(
  record: DossierRecord,
  hash: string,
  dossier: Pick<UnpagedDossier, 'names' | 'subject' | 'personal'>,
  moment: (iso: string) => string,
): string[] {
  const { seq, at, kind, actor, subject, data } = record
  const { names } = dossier
  const about = [
    subject.device !== undefined && dossier.subject.device === undefined && named(subject.device, names.devices),
    subject.condominium !== undefined &&
      dossier.subject.condominium === undefined &&
      dossier.subject.device === undefined &&
      named(subject.condominium, names.condominiums),
  ]
  const said = kind === 'declared' && typeof data.said === 'string' ? `O painel diz: ${moment(data.said)}.` : ''
  const until = kind === 'declared' && typeof data.retryAt === 'string' ? `Até ${moment(data.retryAt)}.` : ''
  const what = factText(kind, v.parse(v.record(v.string(), v.unknown()), plain(data, dossier.personal)))
  return [
    String(seq),
    moment(at),
    [`${what}.`.replace(/([.!?…])\.$/, '$1'), ...about.filter(Boolean), until, said].filter(Boolean).join(' · '),
    actorText(actor, names),
    kind === 'declared' ? ['Declarado pelo painel', ...marksOf(at, data)].join('. ') : 'Servidor',
    hash.slice(0, 16),
  ]
}

/** Marks of a panel's record: an implausible time, or an unknown device (EVI-2). */
function marksOf(at: string, { said, known }: DossierRecord['data']): string[] {
  const saidMs = typeof said === 'string' ? Date.parse(said) : Number.NaN
  return auditMarksOf(saidMs, Date.parse(at), known === false ? false : null).map((mark) => auditMarkTexts[mark])
}

function actorText({ person, panel, machine, link }: DossierRecord['actor'], names: Dossier['names']): string {
  if (link === true)
    return `Quem tinha o link feito por ${person === undefined ? 'quem opera o servidor' : named(person, names.people)}`
  if (person !== undefined) return panel ? panelText(named(person, names.people)) : named(person, names.people)
  return machine === true ? 'Quem opera o servidor' : 'O servidor'
}

/** Replaces salted hashes with their personal values, if the dossier has them. */
function plain(value: unknown, personal: Dossier['personal']): unknown {
  if (v.is(salted, value)) {
    const kept = personal[value.salted]
    if (kept === undefined) return 'guardado pelo servidor'
    return kept === 'apagado' ? 'apagado' : kept.value
  }
  if (Array.isArray(value)) return value.map((each) => plain(each, personal))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, personal)]))
}

function named(id: string, names: Readonly<Record<string, string>>): string {
  const name = names[id]
  return name === undefined ? id : `${name} (${id})`
}

/** Formats '22/11/2026 03:12:08 UTC-3 (2026-11-22T06:12:08.123Z)'. */
function momentIn(timeZone: string): (iso: string) => string {
  const local = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const offset = new Intl.DateTimeFormat('pt-BR', { timeZoneName: 'shortOffset', timeZone })
  return (iso) => {
    const at = new Date(iso)
    const name = offset
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', 'UTC')
    return `${local.format(at).replace(', ', ' ')} ${name} (${at.toISOString()})`
  }
}
