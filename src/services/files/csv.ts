export type CsvCell = string | number | boolean | null | undefined

/**
 * RFC 4180 text as a Brazilian Excel opens it: UTF-8 with a byte order mark, `;` between cells, a comma in decimals. Text
 * that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cellText).join(';')}\r\n`).join('')}`
}

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = String(cell ?? '')
  const defused = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
