import * as v from 'valibot'
import { incidentNames } from '../incidents/incident-names.ts'
import { leavingTexts } from '../incidents/incident-sentence.ts'
import { kindRankWords } from '../incidents/kind-rank-words.ts'
import { procedureKindWords } from '../procedures/procedure-kinds.ts'
import { auditRecordSchema } from '../wire/answers/audit.ts'
import { deviceFailureCauses } from '../wire/answers/devices/devices.ts'
import type { UnansweredEnd } from '../wire/answers/incidents.ts'
import { auditText } from './audit-texts.ts'
import { failureText } from './failure-texts.ts'
import { condominiumLabels, personLabels } from './field-labels.ts'
import { userAgentText } from './user-agent-text.ts'

type Data = Readonly<Record<string, unknown>>

const text = v.fallback(v.string(), '')
const count = v.fallback(v.number(), 0)
const field = v.object({ field: text, before: v.unknown(), after: v.unknown() })
const fields = v.fallback(v.array(field), [])
const texts = v.fallback(v.array(text), [])
const shown = v.union([v.string(), v.number()])

const ops: Readonly<Record<string, string>> = {
  restart: 'Reinício',
  activate: 'Ativação',
  deactivate: 'Desativação',
  remove: 'Exclusão',
  open: 'Abertura',
  status: 'Consulta',
  ping: 'Verificação',
}

/** Texts of the outcomes of an opening that the device did not confirm (OPEN-2). */
const openingEnds: Readonly<Record<string, string>> = {
  refused: 'o dispositivo recusou',
  unsent: 'não enviada ao dispositivo',
}
const unknownOpening = 'não sabemos se abriu'

const unsure = 'não sabemos se o comando chegou'

const causes: Readonly<Record<string, string>> = Object.fromEntries(
  deviceFailureCauses.map((cause) => [cause, failureText(`status 502 ${cause}`)]),
)

const fieldNames: Readonly<Record<string, string>> = {
  ...condominiumLabels,
  ...personLabels,
  ...procedureKindWords,
  model: 'Modelo',
  ip: 'Endereço',
  port: 'Porta de rede',
  active: 'Ativo',
}

const acts: Readonly<Record<string, string>> = {
  invited: 'Pessoa convidada',
  'link-made': 'Link de acesso feito',
  joined: 'Convite aceito',
  changed: 'Acesso alterado',
  disabled: 'Acesso desativado',
  enabled: 'Acesso reativado',
  'password-set': 'Senha escolhida',
  'password-changed': 'Senha trocada',
  'invitation-ended': 'Convite vencido, e-mail liberado',
  'second-factor-set': 'Verificação em duas etapas ativada',
  'second-factor-removed': 'Verificação em duas etapas desativada',
  'second-factor-reset': 'Verificação em duas etapas desfeita no servidor',
  'recovery-code-used': 'Código de recuperação usado',
}

/** A record of an earlier version does not contain how the session ended: it was a sign-out. */
const sessionEnds: Readonly<Record<string, string>> = {
  'from-another': 'Sessão encerrada pela própria pessoa, a partir de outra sessão',
  'password-changed': 'Sessão encerrada pela troca da senha',
  'password-set': 'Sessão encerrada: senha nova escolhida',
  'second-factor-set': 'Sessão encerrada: verificação em duas etapas ativada',
  joined: 'Sessão encerrada: convite aceito',
  disabled: 'Sessão encerrada: acesso desativado',
  expired: 'Sessão vencida',
}

const tellers: Readonly<Record<string, (data: Data) => string>> = {
  chained: ({ upTo }) => `Os registros até o nº ${v.parse(count, upTo)} já existiam e foram encadeados aqui`,
  key: ({ fingerprint }) => `Daqui em diante assina a chave ${v.parse(text, fingerprint).slice(0, 16)}…`,
  'session.begun': ({ agent, remember }) =>
    `Entrou no painel${remember === true ? ', pedindo para continuar conectado' : ''}${browser(agent)}`,
  'session.refused': ({ step, from, agent, in: at }) =>
    `${step === 'code' ? 'Código da segunda etapa recusado' : 'Senha recusada'}${placeText(at)}${tail(from)}${browser(agent)}`,
  'session.locked': ({ from, in: at }) => `Entrada bloqueada por tentativas demais${placeText(at)}${tail(from)}`,
  'session.ended': ({ how }) => sessionEnds[v.parse(text, how)] ?? 'Saiu do painel',
  person: ({ act, name, changed, from, agent }) =>
    `${acts[v.parse(text, act)] ?? 'Acesso'}${tail(name)}${changes(changed)}${fromText(from)}${browser(agent)}`,
  'condominium.created': ({ changed }) => `Condomínio cadastrado${changes(changed)}`,
  'condominium.changed': ({ changed }) => `Cadastro do condomínio alterado${changes(changed)}`,
  'condominium.deleted': () => 'Condomínio excluído',
  contacts: ({ removed, added, all }) =>
    `${all === true ? 'Contatos de todos os condomínios alterados' : 'Contatos do condomínio alterados'}${contactChanges(removed, added)}`,
  'device.created': ({ changed }) => `Dispositivo cadastrado${changes(changed)}`,
  'device.changed': ({ changed }) => `Cadastro do dispositivo alterado${changes(changed)}`,
  'device.deleted': () => 'Dispositivo excluído',
  'device.imported': ({ file, rows }) => `Planilha importada${tail(file)}: ${v.parse(count, rows)} linhas`,
  'device.reset': ({ reason, how }) =>
    how === 'idle'
      ? 'Falhas zeradas pela limpeza do painel: nenhuma falha nova há 10 minutos'
      : `Falhas zeradas por uma pessoa${tail(reason)}`,
  'command.received': ({ op, to, reason }) =>
    `${opText(op)}: pedido recebido para o dispositivo${tail(to)}${reason === undefined ? '' : `. Motivo${tail(reason)}`}`,
  'command.answered': ({ op, ok, latencyMs, status, message, outcome }) =>
    op === 'open'
      ? `${opText(op)}: ${ok === true ? `o dispositivo abriu, em ${v.parse(count, latencyMs)} ms` : (openingEnds[v.parse(text, outcome)] ?? unknownOpening)}${tail(message)}`
      : ok === true
        ? `${opText(op)}: o dispositivo aceitou, em ${v.parse(count, latencyMs)} ms`
        : `${opText(op)}: sem sucesso (${v.parse(count, status)}) ${v.parse(text, message)}`,
  'command.unknown': ({ op }) =>
    `${opText(op)}: o servidor parou antes da resposta, e ${unsure}. O dispositivo vai ser consultado`,
  'command.checked': ({ op, active, acted }) => {
    if (typeof acted === 'boolean')
      return `${opText(op)}: consultado depois, o dispositivo diz que ${acted ? 'abriu' : 'não abriu'}`
    const state = active === true ? 'ativado' : 'desativado'
    return typeof active === 'boolean'
      ? `${opText(op)}: consultado depois, o dispositivo diz que está ${state}`
      : `${opText(op)}: consultado depois, o dispositivo responde, mas ${unsure}`
  },
  'contact.lost': ({ cause }) => {
    const why = causes[v.parse(text, cause)]
    return `O servidor perdeu o contato com o dispositivo${why === undefined ? '' : `, ${why}`}`
  },
  'contact.back': ({ forMs }) => {
    const lost = v.parse(count, forMs)
    return `O dispositivo voltou a responder ao servidor${lost > 0 ? `, depois de ${lengthText(lost)}` : ''}`
  },
  incident: ({ of, name, act, step, text: said }) =>
    `${v.parse(text, name) || (namesOfKinds[v.parse(text, of)] ?? 'Ocorrência')}: ${incidentActs[v.parse(text, act)] ?? 'alterada'}${tail(step)}${tail(said)}`,
  'procedures.changed': ({ changed }) => `Procedimentos alterados${changes(changed)}`,
  handover: ({ note, open, taken }) =>
    `Turno passado, com ${counted(open, 'ocorrência aberta', 'ocorrências abertas')}; ${counted(taken, 'passou', 'passaram')} a quem recebeu${tail(note)}`,
  wall: ({ act, how }) =>
    v.parse(text, act) === 'made'
      ? 'Link do modo plantão criado'
      : `Link do modo plantão revogado${tail(acts[v.parse(text, how)])}`,
  'machine-token': ({ act, name }) => `Acesso de máquina ${act === 'made' ? 'criado' : 'encerrado'}${tail(name)}`,
  'event-kind': ({ act, code, name, rank, calls }) =>
    act === 'set'
      ? `Tipo de evento ${v.parse(text, code)}${tail(name)}, ${rankWords[v.parse(text, rank)] ?? ''}, ${calls === true ? 'chama uma pessoa' : 'só registra'}`
      : `Tipo de evento ${v.parse(text, code)} retirado${tail(name)}`,
  export: () => 'Dossiê feito',
  rules: ({ version, hash }) =>
    `Regras em vigor: versão ${v.parse(text, version)}, ${v.parse(text, hash).slice(0, 16)}…`,
  retention: () => 'Prazo de guarda cumprido: dados antigos apagados',
  erased: () => 'Dados pessoais apagados a pedido',
  declared: (data) => {
    const parsed = v.safeParse(declared, data)
    return parsed.success ? auditText(parsed.output, { minutes: String, seconds: String }) : 'Declaração de um painel'
  },
}

const rankWords: Readonly<Record<string, string>> = kindRankWords

const namesOfKinds: Readonly<Record<string, string>> = incidentNames

const left = (end: UnansweredEnd) => `terminou sem resposta: algum dispositivo ${leavingTexts[end]}`

const incidentActs: Readonly<Record<string, string>> = {
  opened: 'a ocorrência começou',
  reopened: 'voltou a acontecer',
  oscillates: 'começou a oscilar',
  calmed: 'parou de oscilar',
  resolved: 'terminou',
  deactivated: left('deactivated'),
  removed: left('removed'),
  moved: left('moved'),
  unwatched: left('unwatched'),
  split: 'restaram poucos condomínios, cada um com a sua ocorrência',
  merged: 'passou a fazer parte de outra',
  claimed: 'alguém disse “Estou cuidando”',
  'handed-over': 'passou para outra pessoa',
  'taken-over': 'assumiu no lugar de quem não estava presente',
  released: 'foi devolvida',
  commented: 'comentário',
  silenced: 'silenciada',
  'silence-ended': 'o silêncio acabou',
  closed: 'encerrada',
  deleted: 'foi excluída com o condomínio',
  'step-done': 'passo feito',
  'step-skipped': 'passo não feito',
  'step-reopened': 'passo reaberto',
  'call-answered': 'ligação atendida',
  'call-unanswered': 'ligação não atendida',
  'steps-unneeded': 'não foi preciso',
}

/** Without `retryAt`: its text would use this computer's time zone, but the sheet has its own. */
const declared = v.object({
  ...v.pick(auditRecordSchema, ['kind', 'cause', 'from', 'to', 'failureCount', 'refused', 'opening']).entries,
  ...v.pick(auditRecordSchema, ['command', 'outcome', 'reason', 'lastError', 'durations']).entries,
})

/** Describes a record of the chain; `data` with personal values filled in (EVI-4). */
export function factText(kind: string, data: Data): string {
  return (Object.hasOwn(tellers, kind) ? tellers[kind]?.(data) : undefined) ?? kind
}

/** Text of a command of which nobody knows whether the device got it. */
export function unansweredText(op: string): string {
  return `${opText(op)}: sem resposta, e ${unsure}`
}

function opText(op: unknown): string {
  const name = v.parse(text, op)
  return ops[name] ?? name
}

function fromText(from: unknown): string {
  const address = v.parse(text, from)
  return address === '' ? '' : `, de ${address}`
}

/** Describes where the wrong password was entered, if somebody was signed in: in a handover or in an open session. */
function placeText(at: unknown): string {
  if (at === 'handover') return ' na passagem de turno'
  return at === 'session' ? ' numa sessão aberta' : ''
}

function browser(agent: unknown): string {
  const shownText = v.parse(text, agent)
  return shownText === '' ? '' : `, por ${userAgentText(shownText)}`
}

function tail(value: unknown): string {
  const shownText = v.parse(text, value)
  return shownText === '' ? '' : `: ${shownText}`
}

function changes(changed: unknown): string {
  const changes = v
    .parse(fields, changed)
    .map(({ field, before, after }) => `${fieldNames[field] ?? field}: ${valueText(before)} → ${valueText(after)}`)
  return changes.length === 0 ? '' : ` (${changes.join('; ')})`
}

function contactChanges(removed: unknown, added: unknown): string {
  const parts = [
    ...v.parse(texts, removed).map((contact) => `saiu “${contact}”`),
    ...v.parse(texts, added).map((contact) => `entrou “${contact}”`),
  ]
  return parts.length === 0 ? ' (só a ordem)' : ` (${parts.join('; ')})`
}

function valueText(value: unknown): string {
  if (value === true) return 'sim'
  if (value === false) return 'não'
  return v.is(shown, value) ? `“${value}”` : 'nada'
}

function counted(list: unknown, one: string, many: string): string {
  const { length } = v.parse(v.fallback(v.array(v.unknown()), []), list)
  return `${length} ${length === 1 ? one : many}`
}

/** Returns '45 s', '4 min' or '2 h 05 min'. */
function lengthText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes === 0) return `${Math.round(ms / 1_000)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}
