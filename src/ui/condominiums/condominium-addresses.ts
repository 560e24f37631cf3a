import type { ActivityFilter } from '../activity/activity-hooks.ts'
import { type CondominiumOrder, condominiumOrders } from './condominium-order.ts'

/** What the list of condominiums is narrowed to, and its order. */
export interface CondominiumFilter {
  text: string
  activity: ActivityFilter
  order: CondominiumOrder
}

/** The choices of the list's filter, with the word of the page's address for each. */
export const activityChoices = [
  { filter: 'all', word: null, label: 'Todos' },
  { filter: 'active', word: 'ativos', label: 'Com movimento' },
  { filter: 'inactive', word: 'inativos', label: 'Sem movimento' },
] as const

const keys = { text: 'q', activity: 'atividade', order: 'ordem' } as const

/** The filter that a query string asks for; anything unknown is no filter, and the order of the names. */
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

/** The address of the list, narrowed and in an order. */
export function condominiumsAddress({ text, activity, order }: CondominiumFilter): string {
  const query = new URLSearchParams()
  const activityWord = activityChoices.find(({ filter }) => filter === activity)?.word
  const orderWord = condominiumOrders.find((each) => each.order === order)?.word
  if (text.trim() !== '') query.set(keys.text, text)
  if (activityWord) query.set(keys.activity, activityWord)
  if (orderWord) query.set(keys.order, orderWord)
  return query.size === 0 ? '/condominiums' : `/condominiums?${query}`
}
