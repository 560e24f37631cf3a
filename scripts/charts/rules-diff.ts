import { type ChartRule, type DiffLanguage, keyOf, type RuleKind, ruleKinds } from './chart-rules.ts'

type Change = 'added' | 'removed' | 'changed'

const words: Record<DiffLanguage, Record<RuleKind | Change | 'none' | 'before' | 'after', string>> = {
  pt: {
    state: 'estado',
    move: 'transição',
    delay: 'prazo',
    guard: 'condição',
    action: 'ação',
    constant: 'constante',
    added: 'Entrou',
    removed: 'Saiu',
    changed: 'Mudou',
    none: 'Nenhuma regra mudou.',
    before: 'antes',
    after: 'agora',
  },
  en: {
    state: 'state',
    move: 'transition',
    delay: 'delay',
    guard: 'guard',
    action: 'action',
    constant: 'constant',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    none: 'No rule changed.',
    before: 'before',
    after: 'now',
  },
}

/** Describes the difference of two sets of rules, one line for each added, removed or changed rule (AUD-6). */
export function rulesDiff(
  before: readonly ChartRule[],
  after: readonly ChartRule[],
  language: DiffLanguage,
): readonly string[] {
  const text = words[language]
  const earlier = new Map(before.map((rule) => [keyOf(rule), rule]))
  const later = new Map(after.map((rule) => [keyOf(rule), rule]))
  const line = (change: Change, { kind, chart, name, value }: ChartRule, old?: ChartRule) => {
    const subject = `${text[change]}: ${text[kind]} ${[chart, name].filter(Boolean).join(' · ')}`
    return old === undefined
      ? `${subject} (${value})`
      : `${subject}\n  ${text.before}: ${old.value}\n  ${text.after}: ${value}`
  }
  const found = ruleKinds.flatMap((kind) => [
    ...after.flatMap((rule) => (rule.kind === kind && !earlier.has(keyOf(rule)) ? [line('added', rule)] : [])),
    ...before.flatMap((rule) => (rule.kind === kind && !later.has(keyOf(rule)) ? [line('removed', rule)] : [])),
    ...after.flatMap((rule) => {
      const old = earlier.get(keyOf(rule))
      return rule.kind === kind && old !== undefined && old.value !== rule.value ? [line('changed', rule, old)] : []
    }),
  ])
  return found.length === 0 ? [text.none] : found
}
