/** What a dossier's own page shows of its records, by which zone and version of the panel it was written. */
export type ShownDossier = {
  zone: string
  version: string
  title: string
  facts: string[][]
  people: string[][]
  rows: { seq: number; cells: string[] }[]
}

/** What is in a dossier's file: the records, and, where it is the page, what that shows. */
export type DossierFile = { dossier: unknown; shown: ShownDossier | null }

/**
 * Reads a dossier that a person has: its page or its JSON. Nothing of the page is run.
 * @throws {Error} with what to do, in Portuguese
 */
export function readDossierFile(text: string): DossierFile {
  if (!/^\s*</.test(text)) return { dossier: parsed(text), shown: null }
  // Its styles would be refused by the panel's own policy, and told of.
  const page = new DOMParser().parseFromString(text.replace(/<style>[\s\S]*?<\/style>/, ''), 'text/html')
  const inside = page.getElementById('dossier')
  if (inside === null) throw new Error('Este arquivo HTML não é um dossiê. Escolha o que o painel entregou.')
  const rowsOf = (table: string) => [...page.querySelectorAll<HTMLElement>(`table[data-table="${table}"] tbody tr`)]
  const shown: ShownDossier = {
    zone: inside.dataset.zone ?? 'UTC',
    version: inside.dataset.version ?? '',
    title: page.querySelector('h1')?.textContent ?? '',
    facts: [...page.querySelectorAll('dl > div')].map(cellsOf),
    people: rowsOf('people').map(cellsOf),
    rows: rowsOf('rows').map((row) => ({ seq: Number(row.dataset.seq), cells: cellsOf(row) })),
  }
  return { dossier: parsed(inside.textContent ?? ''), shown }
}

/** Heads that were kept elsewhere: one JSON object a line. */
export function readHeads(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed)
}

function cellsOf(row: Element): string[] {
  return [...row.children].map((cell) => cell.textContent ?? '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('O arquivo está incompleto ou foi alterado: não dá para ler os registros dele.', { cause })
  }
}
