import { expect, test } from 'vitest'

/** A check during a walk: after each command, or only at the end. */
export interface Rule<Walk> {
  always?(walk: Walk): void
  atTheEnd?(walk: Walk): void
}

/**
 * Makes one test per rule. All rules are checked on one walk through the sequences, because the walk is slow. A broken
 * rule is then checked alone to find its shortest sequence.
 * @param walkAll walks every sequence; rejects with the shortest sequence in which the rule throws
 */
export function testRules<Walk>(
  walkAll: (rule: Required<Rule<Walk>>) => Promise<void>,
  rules: Readonly<Record<string, Rule<Walk>>>,
): void {
  let pass: Promise<ReadonlySet<string>> | undefined
  for (const [name, { always = () => {}, atTheEnd = () => {} }] of Object.entries(rules)) {
    test(name, async () => {
      pass ??= brokenRules(walkAll, rules)
      if (!(await pass).has(name)) return
      await walkAll({ always, atTheEnd })
      expect.fail('the rule breaks when all rules are checked in one pass, and holds when it is checked alone')
    })
  }
}

async function brokenRules<Walk>(
  walkAll: (rule: Required<Rule<Walk>>) => Promise<void>,
  rules: Readonly<Record<string, Rule<Walk>>>,
): Promise<ReadonlySet<string>> {
  const broken = new Set<string>()
  const checksAt = (moment: keyof Rule<Walk>) => (walk: Walk) => {
    for (const [name, rule] of Object.entries(rules)) {
      try {
        rule[moment]?.(walk)
      } catch {
        broken.add(name)
      }
    }
  }
  await walkAll({ always: checksAt('always'), atTheEnd: checksAt('atTheEnd') })
  return broken
}
