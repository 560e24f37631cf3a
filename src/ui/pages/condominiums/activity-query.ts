import type { ActivityFilter } from '../../activity-hooks.ts'

/** The choices of the list's filter, with the word of the page's address for each. */
export const activityChoices = [
  { filter: 'all', word: null, label: 'Todos' },
  { filter: 'active', word: 'ativos', label: 'Ativos' },
  { filter: 'inactive', word: 'inativos', label: 'Inativos' },
] as const

/** The filter that a query string asks for; anything unknown is no filter. */
export function activityFilterOf(search: string): ActivityFilter {
  const word = new URLSearchParams(search).get('atividade')
  return activityChoices.find((choice) => choice.word !== null && choice.word === word)?.filter ?? 'all'
}
