import type { IconNode } from 'lucide'

type Attributes = IconNode[number][1]

/** The same lines as one path, as its `d`; throws on a shape that no icon of the panel has so far. */
export function onePath(shapes: IconNode): string {
  return shapes.map(([tag, attributes]) => pathOf(tag, attributes)).join('')
}

function pathOf(tag: string, attributes: Attributes): string {
  const number = (name: string) => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      // A path may begin relatively: to the origin, not to where the one before has ended.
      return `M0 0${attributes.d}`
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'circle':
      return roundedBox(
        number('cx') - number('r'),
        number('cy') - number('r'),
        2 * number('r'),
        2 * number('r'),
        number('r'),
      )
    case 'rect':
      return roundedBox(number('x'), number('y'), number('width'), number('height'), number('rx'))
    default:
      throw new Error(`no path for <${tag}>`)
  }
}

function roundedBox(x: number, y: number, width: number, height: number, radius: number): string {
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const across = width - 2 * radius
  const down = height - 2 * radius
  return (
    `M${x + radius} ${y}h${across}${corner(radius, radius)}v${down}${corner(-radius, radius)}` +
    `h${-across}${corner(-radius, -radius)}v${-down}${corner(radius, -radius)}z`
  )
}
