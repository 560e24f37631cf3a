const id = String.raw`\w+`
const words = String.raw`(?:[^\s"{}:;#%<>]|#\d+;|<br/>| )+`
const box = new RegExp(`^state "${words}" as (${id})( \\{)?$`)
const arrow = new RegExp(`^(\\[\\*\\]|${id}) --> (\\[\\*\\]|${id})(?:: ${words})?$`)

/**
 * What Mermaid would not draw, or draw wrongly, of a state diagram: a line that it can't read, a state that is named twice,
 * an arrow to a state that does not stand in the same box (Mermaid moves such states), a box that stays open.
 */
export function mermaidObjections(text: string): string[] {
  const [head, ...lines] = text.split('\n')
  if (head !== 'stateDiagram-v2') return ['it does not begin with stateDiagram-v2']
  const known = new Set<string>()
  const boxes = [new Set<string>()]
  const objections: string[] = []
  for (const [index, line] of lines.map((each) => each.trim()).entries()) {
    const inside = boxes.at(-1) ?? new Set()
    const [, name, opens] = box.exec(line) ?? []
    const [, from, to] = arrow.exec(line) ?? []
    if (name !== undefined) {
      if (known.has(name)) objections.push(`${name} stands there twice`)
      known.add(name)
      inside.add(name)
      if (opens !== undefined) boxes.push(new Set())
    } else if (from !== undefined && to !== undefined) {
      for (const end of [from, to])
        if (end !== '[*]' && !inside.has(end)) objections.push(`${end} does not stand beside`)
    } else if (line === '}' && boxes.length > 1) boxes.pop()
    else if (line !== '--' || boxes.length === 1) objections.push(`line ${index + 2}: ${line}`)
  }
  if (boxes.length > 1) objections.push(`${boxes.length - 1} brace is not closed`)
  return objections
}
