import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { childrenOf, type Move, movesOf, moveText, nodesOf } from '../../../src/inspector/charts/chart-parts.ts'

/** A parallel state is drawn where it stands as long as it has no more leaves than this; else each region for itself. */
const leavesDrawnTogether = 8
/** More reasons than this for one arrow are counted, not written. */
const reasonsWritten = 8

/** One Mermaid picture: of a whole chart, or of one region of it. */
export interface Diagram {
  /** The chart, or the region. */
  node: AnyStateNode
  text: string
}

/** An arrow between two states that stand side by side; Mermaid can't draw others. */
interface Arrow {
  from: string
  to: string
  label: string
}

/** The pictures of a chart: the outermost first, then the regions that got one of their own, in the chart's order. */
export function diagramsOf(machine: AnyStateMachine): Diagram[] {
  const arrows = Map.groupBy(movesOf(machine).flatMap(arrowsOf), ({ container }) => container)
  const drawn = (node: AnyStateNode): Diagram => {
    const lines = ['stateDiagram-v2', ...inside(node, arrows).map((line) => `    ${line}`)]
    return { node, text: lines.join('\n') }
  }
  return [machine.root, ...ownPictures(machine.root)].filter((node) => !isSplit(node) && !isTrivial(node)).map(drawn)
}

/** Regions in which nothing moves: a picture would show one state. */
export function trivialRegions(machine: AnyStateMachine): AnyStateNode[] {
  return ownPictures(machine.root).filter((node) => !isSplit(node) && isTrivial(node))
}

function ownPictures(node: AnyStateNode): AnyStateNode[] {
  const children = childrenOf(node)
  return children.flatMap((child) => (isSplit(node) ? [child, ...ownPictures(child)] : ownPictures(child)))
}

/** Whether the regions of a state are drawn each for itself. */
function isSplit(node: AnyStateNode): boolean {
  return node.type === 'parallel' && (node.parent === undefined || leavesOf(node) > leavesDrawnTogether)
}

function isTrivial(node: AnyStateNode): boolean {
  return leavesOf(node) === 1
}

function leavesOf(node: AnyStateNode): number {
  return nodesOf(node).filter((each) => childrenOf(each).length === 0).length
}

type Arrows = ReadonlyMap<AnyStateNode, readonly Arrow[]>

function inside(node: AnyStateNode, arrows: Arrows): string[] {
  if (node.type === 'parallel')
    return childrenOf(node).flatMap((region, index) => [...(index === 0 ? [] : ['--']), ...state(region, arrows)])
  const own = joined(arrows.get(node) ?? [])
  return [
    ...childrenOf(node).flatMap((child) => state(child, arrows)),
    ...(own.some(({ from }) => from === anyId(node)) ? [`state "(any state)" as ${anyId(node)}`] : []),
    ...node.initial.target.flatMap((target) => initialArrow(node, target)),
    ...own.map(({ from, to, label }) => `${from} --> ${to}: ${label}`),
    ...childrenOf(node)
      .filter(({ type }) => type === 'final')
      .map((child) => `${idOf(child)} --> [*]`),
  ]
}

function state(node: AnyStateNode, arrows: Arrows): string[] {
  const regions = childrenOf(node).length
  if (isSplit(node)) return [`state "${node.key} (${regions} regions)" as ${idOf(node)}`]
  const head = `state "${escaped(node.key)}" as ${idOf(node)}`
  return regions === 0 ? [head] : [`${head} {`, ...inside(node, arrows).map((line) => `    ${line}`), '}']
}

function initialArrow(node: AnyStateNode, target: AnyStateNode): string {
  const child = childToward(node, target)
  const rest = relativePath(child, target)
  return `[*] --> ${idOf(child)}${rest === '' ? '' : `: → ${escaped(rest)}`}`
}

/** Several reasons for one way are one arrow. */
function joined(arrows: readonly Arrow[]): Arrow[] {
  const ways = Map.groupBy(arrows, ({ from, to }) => `${from} ${to}`)
  return [...ways.values()].flatMap((way) =>
    way.slice(0, 1).map(({ from, to }) => ({
      from,
      to,
      label: reasonsText([...new Set(way.map(({ label }) => label))]),
    })),
  )
}

function reasonsText(reasons: readonly string[]): string {
  if (reasons.length <= reasonsWritten) return reasons.join('<br/>')
  const written = reasons.slice(0, 2)
  return [...written, `and ${reasons.length - written.length} more, as the tables say`].join('<br/>')
}

/** Moves that lead nowhere else are no arrows; one between regions has no place in either of them. */
function arrowsOf(move: Move): (Arrow & { container: AnyStateNode })[] {
  return move.to.flatMap((target) => {
    const container = containerOf(move.from, target)
    if (container.type === 'parallel') return []
    const to = isWithin(container, target) ? childToward(container, target) : childToward(container, firstOf(target))
    const isFromAll = move.from === container || isWithin(move.from, container)
    const from = isFromAll ? container : childToward(container, move.from)
    const [before, after] = [isFromAll ? '' : relativePath(from, move.from), relativePath(to, target)]
    const label = `${before === '' ? '' : `${before} · `}${moveText(move)}${after === '' ? '' : ` → ${after}`}`
    return [{ container, from: isFromAll ? anyId(container) : idOf(from), to: idOf(to), label: escaped(label) }]
  })
}

/** The state inside of which a move is drawn. */
function containerOf(source: AnyStateNode, target: AnyStateNode): AnyStateNode {
  if (source === target || isWithin(target, source)) {
    return childrenOf(target).length > 0 ? target : (target.parent ?? target)
  }
  let container = source
  while (!isWithin(container, target) && container.parent !== undefined) container = container.parent
  while (container.type === 'parallel' && container === source && isWithin(container, target)) {
    container = childToward(container, target)
    if (container === target || container.type !== 'parallel') return container
  }
  return container
}

function firstOf(node: AnyStateNode): AnyStateNode {
  return node.initial.target[0] ?? node
}

function isWithin(outer: AnyStateNode, inner: AnyStateNode): boolean {
  for (let node = inner.parent; node !== undefined; node = node.parent) if (node === outer) return true
  return false
}

function childToward(outer: AnyStateNode, inner: AnyStateNode): AnyStateNode {
  const child = outer.states[inner.path[outer.path.length] ?? '']
  if (child === undefined) throw new Error(`${inner.id} is not in ${outer.id}`)
  return child
}

function relativePath(outer: AnyStateNode, inner: AnyStateNode): string {
  return inner.path.slice(outer.path.length).join('.')
}

function idOf({ machine, path }: AnyStateNode): string {
  return [machine.id, ...path].join('_').replaceAll(/\W/g, '_')
}

function anyId(node: AnyStateNode): string {
  return `${idOf(node)}__any`
}

/** What Mermaid would take for something of its own, as the character reference that it understands. */
function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N} .,·_*()[\]/+→-]/gu, (character) => `#${character.codePointAt(0)};`)
}
