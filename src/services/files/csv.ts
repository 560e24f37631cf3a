export type CsvCell = string | number | boolean | null | undefined

/**
 * RFC 4180 text for a Brazilian Excel: UTF-8 with a byte order mark, `;` between cells, a comma in decimals. An apostrophe
 * stands before each sign that begins a formula, also after a separator at which another program would split the text.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cellText).join(';')}\r\n`).join('')}`
}

/**
 * Matches the start of the text or a separator if a formula follows. Programs ignore a blank, a tab or a line end
 * before a formula.
 */
const formula = /(^|[,;\t\r\n|])(?=[ \u00A0\t\r\n]*[=+\-@＝＋－＠])/g

function cellText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = String(cell ?? '')
  const defused = text.replace(formula, "$1'")
  return /[";\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
