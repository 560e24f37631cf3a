/** The visible content of a dossier's page, with its time zone and the version of the panel that wrote it. */
export type ShownDossier = {
  zone: string
  version: string
  title: string
  facts: string[][]
  people: string[][]
  rows: { seq: number; cells: string[] }[]
}

/** The content of a dossier's file: the records, and, if the file is a page, its visible content. */
export type DossierFile = { dossier: unknown; shown: ShownDossier | null }

/**
 * Reads a dossier's page or JSON. Runs no code of the page.
 * @throws {Error} with advice for the person, in Portuguese
 */
export function readDossierFile(text: string): DossierFile {
  if (!/^\s*</.test(text)) return { dossier: parsed(text), shown: null }
  // The panel's CSP would refuse and report the page's styles.
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

/** Parses heads that were stored elsewhere: one JSON object per line. */
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
