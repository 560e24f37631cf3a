import type { RetryPolicy } from '../devices/retry-policies.ts'
import type { ruleConstants } from './rules.ts'

/** A rule in words. `id` begins with the topic of the rule and does not change with the words. */
export interface RuleWords {
  id: string
  text: string
}

type Numbers<Group> = { readonly [Name in keyof Group]: Group[Name] extends number ? number : Numbers<Group[Name]> }
export type RuleConstants = Numbers<typeof ruleConstants>

/** The rules in words that a person reads (EVI-10). */
export function ruleWords({ breaker, retry, incident }: RuleConstants): RuleWords[] {
  return [
    rule('breaker.opens', `Depois de ${breaker.threshold} falhas seguidas, o painel põe o dispositivo em pausa.`),
    rule(
      'breaker.pause',
      `A pausa dura ${spanText(breaker.openTimeoutMs)} desde a última falha. Durante a pausa, o painel não envia chamadas ao dispositivo.`,
    ),
    rule(
      'breaker.trial',
      'Depois da pausa, uma chamada serve de teste. Se o dispositivo responde, ele volta ao normal. Se não responde, começa outra pausa.',
    ),
    rule(
      'breaker.lostTrial',
      `Um teste sem resultado depois de ${spanText(breaker.halfOpenTimeoutMs)} dá a vez à chamada seguinte.`,
    ),
    rule('breaker.reset', 'Uma pessoa pode retomar a qualquer momento um dispositivo em pausa.'),
    rule('breaker.isolation', `Uma pessoa pode isolar um dispositivo por até ${spanText(breaker.longestIsolationMs)}.`),
    rule(
      'breaker.slow',
      `Uma chamada de ${spanText(breaker.slowCallMs)} ou mais conta como lenta. Chamadas lentas não põem o dispositivo em pausa.`,
    ),
    rule('retry.call', retryText('Uma chamada a um dispositivo', retry.networkOperation)),
    rule('retry.check', retryText('Uma consulta de saúde', retry.quickRetry)),
    rule('retry.trial', retryText('O teste que o próprio painel faz', retry.singleAttempt)),
    rule(
      'incident.group',
      `Dispositivos do mesmo condomínio que falham com até ${spanText(incident.groupedWithinMs)} de diferença são uma só ocorrência.`,
    ),
    rule(
      'incident.service',
      `Se mais da metade dos condomínios consultados, e pelo menos ${incident.fewestOfService}, perde o contato no mesmo intervalo, é uma só ocorrência, da central. O servidor só conclui isso com o resultado de ${incident.heardOfService} condomínios, ou de todos.`,
    ),
    rule(
      'incident.notice',
      `O primeiro aviso de dispositivos sem contato sai ${spanText(incident.gatheredForMs)} depois do começo, para levar tudo o que falhou junto. O de uma porta forçada ou de um portão aberto sai na hora.`,
    ),
    rule(
      'incident.oscillation',
      `${incident.oscillationChanges} mudanças em ${spanText(incident.oscillationMs)} são uma oscilação: há um aviso no começo e outro no fim, e nenhum a cada ida e volta.`,
    ),
    rule(
      'incident.return',
      `Uma falha que volta em até ${spanText(incident.reopenedWithinMs)} reabre a mesma ocorrência. Depois disso a ocorrência está encerrada. Uma porta forçada ou um portão aberto termina se não se repete nesse tempo.`,
    ),
    rule(
      'incident.silence',
      `Uma pessoa pode silenciar uma ocorrência por até ${spanText(incident.longestSilenceMs)}.`,
    ),
  ]
}

function rule(id: string, text: string): RuleWords {
  return { id, text }
}

function retryText(subject: string, { attempts, baseMs, maxMs, factor, jitterMs }: Numbers<RetryPolicy>): string {
  if (attempts === 1) return `${subject} é feito uma vez só.`
  const growth = factor === 1 ? '' : ` e é multiplicada por ${decimal.format(factor)} a cada falha`
  const jitter = jitterMs === 0 ? '' : `, com até ${spanText(jitterMs)} a mais, ao acaso`
  return `${subject} que falha é repetida até chegar a ${attempts} tentativas. A espera entre tentativas começa em ${spanText(baseMs)}${growth}, até ${spanText(maxMs)}${jitter}.`
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 })
const units = [
  [60 * 60_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** '24 h', '2 min', '1,5 s'. */
function spanText(ms: number): string {
  const [unitMs, unit] = units.find(([size]) => ms > 0 && ms % size === 0) ?? [1_000, 's']
  return `${decimal.format(ms / unitMs)} ${unit}`
}
