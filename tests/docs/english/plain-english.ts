import type { EnglishText } from './english-texts.ts'

/** Words with a private meaning, and the word of the field to use instead. */
export const privateWords: readonly (readonly [never: RegExp, use: string])[] = [
  [/\bdeeds?\b/gi, 'command, IncidentAction, AccountChange, confirmation'],
  [/\bdesk\b(?!-\d)/gi, 'deviceTools, or the name of what is open'],
  [/\bhappenings?\b/gi, 'outboxEvent'],
  [/\b(telling|tellings|told|tells|tell|hears|hear|heard)\b/gi, 'notify, report, send, receive'],
  [/\b(wish|wishes|wished)\b/gi, 'preference, request'],
  [/\bvoices?\b/gi, 'audioPermission'],
  [/\blanes?\b/gi, 'queue'],
  [/\bcarriers?\b/gi, 'transport'],
  [/\b(spells?|stretch|stretches)\b/gi, 'period'],
  [/\bof (before|then|old)\b/gi, 'previous, earlier'],
  [/\b(is|are|was|were|be|been|while|still) (away|back)\b/gi, 'unreachable, recovered'],
  [/\bupkeep\b/gi, 'maintenance'],
  [/\bsights?\b/gi, 'visibleCondominiums'],
  [/\bstandings?\b/gi, 'status'],
  [/\bfigures?\b/gi, 'metric, number, count'],
  [/\b(says|say|said|saying)\b/gi, 'show, state, return, contain'],
  [/\b(a|the|each|every|its) pass\b(?! (of|over|through))/gi, 'circuitEpoch, scan'],
  [/\b(a|each|every|one|last|next) look\b(?!-)/gi, 'pass, scan; for the panel: theme'],
  [/\b(its|a|the|their) places?\b/gi, 'slot; address or route'],
  [/\bwhom\b/gi, 'access, or the noun'],
]

/** Openings and turns that have to be read twice. */
export const privateTurns: readonly RegExp[] = [
  /(^|[.:;!?] |^[-*] )(Of|Whoever|Whose|Whatever|What|Those|Who|Nobody|None|For what|For who)\b(?! (is|are|was) (a|an|the)\b)/gm,
  /\b(whoever|whatever)\b/gi,
  /\b(what|which|that|those) (came|went|was|were|is|are) (done|left|kept|meant|there|gone|under way)\b/g,
  /\b(of|with|for|to|by|from) (what|whoever|who|those that|those who|that which)\b/g,
  /\b(goes|go|went|gone|comes|come|came) (home|by|of|along|into being)\b/g,
  /\bas (it|they|one) (stands|stood)\b/g,
  /\blike (another|any other)\b/g,
]

export interface EnglishFinding extends EnglishText {
  found: string
  use: string
}

/** Every private word in the texts. */
export function wordFindings(texts: readonly EnglishText[]): EnglishFinding[] {
  return texts.flatMap((text) =>
    privateWords.flatMap(([never, use]) => matchesIn(text.text, never).map((found) => ({ ...text, found, use }))),
  )
}

/** Every turn in the texts that has to be read twice. */
export function turnFindings(texts: readonly EnglishText[]): EnglishFinding[] {
  return texts.flatMap((text) =>
    privateTurns.flatMap((turn) =>
      matchesIn(text.text, turn).map((found) => ({ ...text, found, use: 'subject, verb, object' })),
    ),
  )
}

/** Findings per 1,000 lines of 100 characters. */
export function findingRate(findings: readonly EnglishFinding[], texts: readonly EnglishText[]): number {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0)
  return characters === 0 ? 0 : (findings.length * 100_000) / characters
}

/** Matches outside of code between backticks. */
function matchesIn(text: string, pattern: RegExp): string[] {
  return [...text.replaceAll(/`[^`]*`/g, '`…`').matchAll(pattern)].map(([found]) => found)
}
