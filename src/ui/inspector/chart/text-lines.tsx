import { measures } from '../../../inspector/charts/state-box.ts'

interface TextLinesProps {
  lines: readonly string[]
  /** Upper left corner. */
  x: number
  y: number
}

/** SVG breaks no lines by itself. */
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
