import { everydayRights, type Right, rightWords, typeWords } from '../../../contract/rights.ts'
import { condominiumsText } from '../../../contract/texts/number-text.ts'
import { clockText, momentText } from '../../../contract/texts/time-texts.ts'
import type { Person, PersonHistory } from '../../../contract/wire/answers/people.ts'
import type { PersonField, PersonFields } from '../../machines/people/person-fields.ts'

export const statusTexts: Readonly<Record<Person['status'], string>> = {
  invited: 'Convidada',
  active: 'Ativa',
  disabled: 'Desativada',
}

export const statusTones = { invited: 'warn', active: 'ok', disabled: 'neutral' } as const

export function rightsText(permissions: readonly Right[]): string {
  if (permissions.length === 0) return 'Só consultar, sem alterar nada'
  if (everydayRights.every((right) => permissions.includes(right))) return 'Todas as permissões'
  return permissions.map((right) => rightWords[right]).join(', ')
}

export function visibleCondominiumsText(seesAll: boolean, condominiums: number): string {
  if (seesAll) return 'Todos os condomínios'
  if (condominiums === 0) return 'Nenhum condomínio'
  return condominiumsText(condominiums)
}

/** Returns the time of the last activity, as far as stored sessions show it: an age would go on while the list stands. */
export function seenText({ status, lastSeenAt }: Pick<Person, 'status' | 'lastSeenAt'>, now: number): string {
  if (lastSeenAt !== null) return `Última vez no painel: ${clockText(lastSeenAt, now)}`
  return status === 'invited' ? 'Ainda não entrou' : 'Sem sessão recente'
}

/** Describes the last one-time link, or ''. */
export function linkText({ status, linkUntil }: Pick<Person, 'status' | 'linkUntil'>): string {
  if (linkUntil !== null) return `O ${status === 'invited' ? 'convite' : 'link'} vale até ${momentText(linkUntil)}`
  return status === 'invited' ? 'O convite não vale mais: crie outro link' : ''
}

/** Describes whether the person has a second factor, or '' if the server or the person has no answer yet. */
export function secondFactorText({ status, hasSecondFactor }: Pick<Person, 'status' | 'hasSecondFactor'>): string {
  if (hasSecondFactor === undefined || status === 'invited') return ''
  return hasSecondFactor ? 'Com verificação em duas etapas' : 'Sem verificação em duas etapas'
}

export function fieldText(field: PersonField, fields: PersonFields): string {
  if (field === 'type') return typeWords[fields.type]
  if (field === 'permissions') return rightsText(fields.permissions)
  if (field === 'seesAll') return fields.seesAll ? 'Todos os condomínios' : 'Só os escolhidos'
  if (field === 'condominiumsId') return visibleCondominiumsText(fields.seesAll, fields.condominiumsId.length)
  return fields[field]
}

type Act = PersonHistory['result'][number]

export function actSentence({ act, by, byLink, changes }: Act, personId: string): string {
  const maker = by === null ? 'quem cuida do servidor' : by.name
  const who =
    byLink === true
      ? `Quem tinha o link feito por ${maker}`
      : by === null
        ? 'Quem cuida do servidor'
        : by.id === personId
          ? 'A própria pessoa'
          : by.name
  switch (act) {
    case 'invited':
      return `${who} fez o convite.`
    case 'link-made':
      return `${who} criou um link novo.`
    case 'joined':
      return byLink === true ? `${who} escolheu a senha do convite.` : `${who} escolheu a senha pelo link do convite.`
    case 'password-set':
      if (byLink === true) return `${who} escolheu outra senha.`
      return by === null ? `${who} definiu outra senha.` : `${who} escolheu outra senha por um link.`
    case 'password-changed':
      return `${who} alterou a senha.`
    case 'second-factor-set':
      return `${who} ativou a verificação em duas etapas.`
    case 'second-factor-removed':
      return `${who} desativou a verificação em duas etapas.`
    case 'second-factor-reset':
      return `${who} desfez a verificação em duas etapas.`
    case 'recovery-code-used':
      return `${who} usou um código de recuperação.`
    case 'disabled':
      return `${who} desativou o acesso.`
    case 'enabled':
      return `${who} reativou o acesso.`
    case 'changed':
      return `${who} alterou ${changes.map(changeText).join('; ')}.`
  }
}

function changeText({ field, before, after }: Act['changes'][number]): string {
  if (field === 'condominiumsGiven') return `os condomínios, dando ${after}`
  if (field === 'condominiumsTaken') return `os condomínios, tirando ${before}`
  const names = { name: 'o nome', type: 'o tipo', permissions: 'as permissões', seesAll: 'o que vê' } as const
  return `${names[field]} de “${before || 'nenhuma'}” para “${after || 'nenhuma'}”`
}
