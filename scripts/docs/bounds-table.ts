import { bounds } from '../../backend/bounds.ts'
import { table } from './markdown.ts'

/** The table of the bounds on work (OPS-4), for administrators. */
export function boundsTable(): string {
  return table(
    ['work', 'counted per', 'most', 'beyond it'],
    Object.values(bounds).map(({ work, per, most, answer }) => [
      work,
      per,
      Object.entries(most)
        .map(([name, amount]) => amountText(name, amount))
        .join(', '),
      answer,
    ]),
  )
}

/** Text of an amount; the end of its name is the unit. */
function amountText(name: string, amount: number): string {
  const number = amount.toLocaleString('en')
  if (name === 'count') return number
  const [, what = '', unit = ''] = /^(.*?)(Ms|ms|Bytes|bytes|Percent|percent)?$/.exec(name) ?? []
  const words = what.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const text = { ms: durationText(amount), bytes: bytesText(amount), percent: `${number} %` }[unit.toLowerCase()]
  return `${words === '' || words === 'time' ? '' : `${words} `}${text ?? number}`
}

function durationText(ms: number): string {
  const units: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ]
  const [size, unit] = units.find(([each]) => ms >= each && ms % each === 0) ?? [1, 'ms']
  return `${(ms / size).toLocaleString('en')} ${unit}`
}

function bytesText(bytes: number): string {
  const units: [number, string][] = [
    [1_000_000_000, 'GB'],
    [1_048_576, 'MiB'],
    [1_000_000, 'MB'],
    [1_024, 'KiB'],
  ]
  const [size, unit] = units.find(([each]) => bytes >= each && bytes % each === 0) ?? [1, 'bytes']
  return `${(bytes / size).toLocaleString('en')} ${unit}`
}
