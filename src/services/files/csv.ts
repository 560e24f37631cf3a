export type CsvCell = string | number | boolean | null | undefined

/**
 * RFC 4180 text for a Brazilian Excel: UTF-8 with a byte order mark, `;` between cells, a comma in decimals. A text
 * that a spreadsheet would run as a formula gets a leading apostrophe.
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
