import type { ChartMove, ChartState } from './chart-description.ts'
import type { DrawnRow } from './drawn-chart.ts'
import { moveTone, rowLines, wrapped } from './move-texts.ts'

/** Sizes of the drawing in pixels; all letters have the same width. */
export const measures = { letter: 7.2, titleLetter: 8.4, line: 16, header: 30, side: 12, gap: 6, sign: 18 }

/** The content of a state's box, and its size. */
export interface StateBox {
  rows: readonly DrawnRow[]
  width: number
  height: number
}

/** A transition that is a row in its state's box: it has no target, or no arrow can show the target. */
export interface ListedMove {
  move: ChartMove
  /** `→ name`; '' without a target. */
  goal: string
}

export function stateBox(state: ChartState, listed: readonly ListedMove[]): StateBox {
  const tags = tagLines(state.tags)
  const rows = [
    ...(tags.length === 0 ? [] : [{ kind: 'tags', moveId: null, tone: 'event', lines: tags } as const]),
    ...state.invokes.map((name) => ({ kind: 'invoke', moveId: null, tone: 'event', lines: [name] }) as const),
    ...listed.map(
      ({ move, goal }) =>
        ({ kind: 'move', moveId: move.id, tone: moveTone(move), lines: rowLines(move, goal) }) as const,
    ),
  ]
  const placed: DrawnRow[] = []
  let y = measures.header
  for (const row of rows) {
    if (row.kind === 'move' && placed.at(-1)?.kind !== 'move') y += measures.gap
    placed.push({ ...row, y })
    y += row.lines.length * measures.line
  }
  const widths = placed.map((row) => rowSign(row) + longest(row.lines) * measures.letter)
  const title = measures.sign + state.key.length * measures.titleLetter
  return {
    rows: placed,
    width: Math.ceil(Math.max(title, ...widths) + 2 * measures.side),
    height: Math.ceil(placed.length === 0 ? measures.header : y + measures.gap),
  }
}

/** Width of the sign before a row. */
export function rowSign({ kind }: Pick<DrawnRow, 'kind'>): number {
  return kind === 'tags' ? 0 : measures.sign
}

export function longest(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => line.length))
}

function tagLines(tags: readonly string[]): string[] {
  return tags.length === 0 ? [] : wrapped([tags.map((tag) => `#${tag}`).join(' ')])
}
