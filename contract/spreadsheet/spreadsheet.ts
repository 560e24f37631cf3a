import { mostRows } from './row-limit.ts'
import { attributesOfAll, type SheetRow, sharedTexts, sheetRows } from './sheet-xml.ts'
import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'
import { type ZipParts, zipParts } from './zip-parts.ts'

/** Contract "Import". */
export const mostFileBytes = 5 * 1024 * 1024

/**
 * Reads the rows of the first sheet that are not empty, including the header. Throws a `SpreadsheetProblem` if the file
 * is not an `.xlsx` file of text and numbers within the limits of contract "Import".
 */
export async function readSpreadsheet(file: Blob): Promise<SheetRow[]> {
  if (file.size === 0) throw new SpreadsheetProblem(fileTexts.empty)
  if (file.size > mostFileBytes) throw new SpreadsheetProblem(fileTexts.tooLarge)
  const bytes = new Uint8Array(await contentOf(file))
  refuseOtherKinds(bytes)
  const parts = zipParts(bytes)
  if (parts.names.some((name) => name.endsWith('vbaproject.bin'))) throw new SpreadsheetProblem(fileTexts.macros)
  const workbook = await parts.read('xl/workbook.xml')
  if (workbook === undefined) throw new SpreadsheetProblem(fileTexts.notSpreadsheet)
  const { sheet, texts } = await addressesOf(workbook, parts)
  const sheetXml = await parts.read(sheet)
  if (sheetXml === undefined) throw unreadable()
  const textsXml = texts === undefined ? undefined : await parts.read(texts)
  return sheetRows(sheetXml, textsXml === undefined ? [] : sharedTexts(textsXml), mostRows + 1)
}

function contentOf(file: Blob): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch(() => {
    throw new SpreadsheetProblem(fileTexts.unread)
  })
}

/** Excel writes old formats and files with a password as a compound file, not as a ZIP file. */
function refuseOtherKinds(bytes: Uint8Array): void {
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4])) return
  if (!beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    throw new SpreadsheetProblem(fileTexts.notSpreadsheet)
  const text = new TextDecoder('utf-16le').decode(bytes)
  throw new SpreadsheetProblem(text.includes('EncryptedPackage') ? fileTexts.locked : fileTexts.oldFormat)
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

async function addressesOf(workbook: string, parts: ZipParts): Promise<{ sheet: string; texts: string | undefined }> {
  const [firstSheet] = attributesOfAll(workbook, 'sheet')
  const relations = attributesOfAll((await parts.read('xl/_rels/workbook.xml.rels')) ?? '<none/>', 'Relationship')
  const targetOf = (wanted: (relation: Record<string, string>) => boolean) => relations.find(wanted)?.Target
  const sheet = targetOf(({ Id }) => Id !== undefined && Id === firstSheet?.id)
  const texts = targetOf(({ Type }) => Type?.endsWith('/sharedStrings') === true)
  if (sheet === undefined) throw unreadable()
  return { sheet: partName(sheet), texts: texts === undefined ? undefined : partName(texts) }
}

/** A target is relative to the workbook's folder; with a leading slash it is relative to the root. */
function partName(target: string): string {
  return (target.startsWith('/') ? target.slice(1) : `xl/${target}`).toLowerCase()
}
