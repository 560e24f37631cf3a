import type { RuleSet } from '../wire/answers/rules.ts'

const titles: Readonly<Record<string, string>> = {
  breaker: 'Proteção dos dispositivos',
  retry: 'Novas tentativas',
  incident: 'Ocorrências',
}

/** The title of the topic with which the id of a rule, or the name of a chart, begins. */
export function topicTitle(id: string): string {
  const [topic = ''] = id.split('.')
  return titles[topic] ?? topic
}

/** Groups rules in words by topic, in their order. */
export function rulesByTopic({ words }: Pick<RuleSet, 'words'>): { title: string; texts: string[] }[] {
  const groups = Map.groupBy(words, ({ id }) => topicTitle(id))
  return [...groups].map(([title, rules]) => ({ title, texts: rules.map(({ text }) => text) }))
}

/** Text of a build's commit: 'd5971c10', 'd5971c10 (alterado)' or 'sem commit'. */
export function commitText(commit: string | null): string {
  return commit === null ? 'sem commit' : commit.replace('-modified', ' (alterado)')
}
