interface SignProps {
  x: number
  y: number
}

/** Clock for delays, 10 pixels wide. */
export function ClockSign({ x, y }: SignProps) {
  return <path className="chart-sign" d={`M${x + 5} ${y + 0.5}a4.5 4.5 0 1 1-.01 0M${x + 5} ${y + 2.5}v2.5l2 1.5`} />
}

/** Loop for running services, 10 pixels wide. */
export function LoopSign({ x, y }: SignProps) {
  return <path className="chart-sign" d={`M${x + 9} ${y + 5}a4 4 0 1 1-1.2-2.9M${x + 9} ${y + 0.5}v2.5h-2.5`} />
}
