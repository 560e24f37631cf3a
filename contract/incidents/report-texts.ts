import type { Report } from '../wire/answers/incidents.ts'

/** Names of the topics of a written occurrence, in the order of the form (BOOK-1). */
export const topicTexts: Readonly<Record<Report['topic'], string>> = {
  visit: 'Visita',
  delivery: 'Entrega',
  noise: 'Barulho',
  vehicle: 'Veículo',
  security: 'Segurança',
  other: 'Outro assunto',
}

/** Names of the gravities, in the order of the form. */
export const gravityTexts: Readonly<Record<Report['gravity'], string>> = {
  low: 'Baixa',
  medium: 'Média',
  high: 'Alta',
}

/** Returns 'Barulho (gravidade alta) em Salão de festas: Música alta.'. */
export function reportSentence({ topic, gravity, where, text }: Report): string {
  const place = where === '' ? '' : ` em ${where}`
  const end = /[.!?…]$/.test(text) ? '' : '.'
  return `${topicTexts[topic]} (gravidade ${gravityTexts[gravity].toLowerCase()})${place}: ${text}${end}`
}
