import type { KindRank } from '../wire/answers/event-kinds.ts'

/** Words for each rank (pt-BR). */
export const kindRankWords: Readonly<Record<KindRank, string>> = {
  urgent: 'urgente',
  important: 'importante',
  normal: 'normal',
}
