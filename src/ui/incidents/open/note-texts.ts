import { leavingTexts } from '../../../../contract/incidents/incident-sentence.ts'
import { untilText } from '../../../../contract/texts/time-texts.ts'
import type { IncidentNote } from '../../../../contract/wire/answers/incident-story.ts'
import type { IncidentKind } from '../../../../contract/wire/answers/incidents.ts'
import { nameText } from '../incident-texts.ts'

/** Describes a step in an incident's story, without its note. `now` in milliseconds since the epoch. */
export function noteSentence({ act, by, to, until, step = '' }: IncidentNote, kind: IncidentKind, now: number): string {
  const who = by === null ? 'O sistema' : nameText(by)
  switch (act) {
    case 'opened':
      return by === null ? 'Começou.' : `${who} escreveu.`
    case 'reopened':
      return 'Começou de novo.'
    case 'oscillates':
      return 'Passou a oscilar: vai e volta.'
    case 'calmed':
      return 'Parou de oscilar.'
    case 'resolved':
      return kind === 'contact' ? 'Voltou ao normal.' : 'Não se repetiu em 30 min.'
    case 'deactivated':
    case 'removed':
    case 'moved':
    case 'unwatched':
      return `Terminou sem resposta: algum dispositivo ${leavingTexts[act]}.`
    case 'split':
      return 'Restaram poucos condomínios: cada um tem a sua ocorrência.'
    case 'merged':
      return 'Passou a fazer parte de uma ocorrência maior.'
    case 'claimed':
      return `${who} está cuidando.`
    case 'handed-over':
      return `${who} passou para ${to?.name || 'outra pessoa'}.`
    case 'taken-over':
      return `${who} assumiu de ${to?.name || 'outra pessoa'}, que não estava no painel.`
    case 'released':
      return `${who} devolveu.`
    case 'commented':
      return `${who} comentou.`
    case 'silenced':
      return `${who} silenciou${until === null ? '' : ` ${untilText(Date.parse(until), now)}`}.`
    case 'silence-ended':
      return by === null ? 'O silêncio terminou.' : `${who} encerrou o silêncio.`
    case 'closed':
      return by === null ? 'Foi encerrada.' : `${who} encerrou.`
    case 'step-done':
      return `${who} fez: ${step}.`
    case 'step-skipped':
      return `${who} não fez: ${step}.`
    case 'step-reopened':
      return `${who} reabriu: ${step}.`
    case 'call-answered':
      return `${who} ligou e alguém atendeu: ${step}.`
    case 'call-unanswered':
      return `${who} ligou e ninguém atendeu: ${step}.`
    case 'steps-unneeded':
      return `Não foi preciso: ${step}.`
  }
}
