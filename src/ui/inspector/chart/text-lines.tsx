import { measures } from '../../../inspector/charts/state-box.ts'

interface TextLinesProps {
  lines: readonly string[]
  x: number
  y: number
}

/** Renders a text element per line, because SVG does not wrap text. */
export function TextLines({ lines, x, y }: TextLinesProps) {
  return lines.map((line, index) => {
    const base = y + 12 + index * measures.line
    return (
      <text key={base} x={x} y={base}>
        {line}
      </text>
    )
  })
}
