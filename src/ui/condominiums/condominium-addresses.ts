import type { ActivityFilter } from '../activity/activity-hooks.ts'
import { type CondominiumOrder, condominiumOrders } from './condominium-order.ts'

/** Filter and order of the list of condominiums. */
export interface CondominiumFilter {
  text: string
  activity: ActivityFilter
  order: CondominiumOrder
}

/** Options of the list's filter, each with its value in the page's address. */
export const activityChoices = [
  { filter: 'all', word: null, label: 'Todos' },
  { filter: 'active', word: 'ativos', label: 'Com movimento' },
  { filter: 'inactive', word: 'inativos', label: 'Sem movimento' },
] as const

const keys = { text: 'q', activity: 'atividade', order: 'ordem' } as const

/** Reads the filter from a query string; unknown values mean no filter and the order by name. */
export function condominiumFilterOf(search: string): CondominiumFilter {
  const query = new URLSearchParams(search)
  const activity = query.get(keys.activity)
  const order = query.get(keys.order)
  return {
    text: query.get(keys.text) ?? '',
    activity: activityChoices.find(({ word }) => word !== null && word === activity)?.filter ?? 'all',
    order: condominiumOrders.find(({ word }) => word !== null && word === order)?.order ?? 'name',
  }
}

export function condominiumsAddress({ text, activity, order }: CondominiumFilter): string {
  const query = new URLSearchParams()
  const activityWord = activityChoices.find(({ filter }) => filter === activity)?.word
  const orderWord = condominiumOrders.find((each) => each.order === order)?.word
  if (text.trim() !== '') query.set(keys.text, text)
  if (activityWord) query.set(keys.activity, activityWord)
  if (orderWord) query.set(keys.order, orderWord)
  return query.size === 0 ? '/condominiums' : `/condominiums?${query}`
}
