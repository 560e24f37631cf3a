import { builtInCode, type NumberFormat, parsedFormat } from './number-format.ts'
import { isTrue, type SheetContext, sharedTexts, unescaped } from './sheet-cells.ts'
import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'
import { attributesOfAll } from './xml.ts'
import type { ZipParts } from './zip-parts.ts'

/** The first visible sheet that contains cells, with the data to which its cells refer. */
export interface FirstSheet {
  name: string
  xml: string
  context: SheetContext
}

/**
 * Finds the parts of the workbook by their relations, because each library puts the parts elsewhere. Throws a
 * `SpreadsheetProblem` if there is no workbook or no visible sheet.
 */
export async function firstSheetOf(parts: ZipParts): Promise<FirstSheet> {
  const ofPackage = await relationsOf('', parts)
  const workbookName = ofPackage.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const workbook = await parts.read(workbookName)
  if (workbook === undefined) throw new SpreadsheetProblem(fileTexts.notSpreadsheet)
  const relations = await relationsOf(workbookName, parts)
  const readOptional = async (type: string) => {
    const target = relations.find((relation) => relation.type === type)?.target
    return target === undefined ? undefined : parts.read(target)
  }
  const sheets = attributesOfAll(workbook, 'sheets', 'sheet')
  if (sheets.length === 0) throw unreadable()
  for (const { id, state = 'visible', name = '' } of sheets) {
    if (state !== 'visible') continue
    const relation = relations.find((each) => each.id === id)
    if (relation === undefined) throw unreadable()
    // Chart sheets and macro sheets have other types.
    if (relation.type !== 'worksheet') continue
    const xml = await parts.read(relation.target)
    if (xml === undefined) throw unreadable()
    const [texts, styles] = [await readOptional('sharedStrings'), await readOptional('styles')]
    const [properties] = attributesOfAll(workbook, 'workbook', 'workbookPr')
    const context = {
      texts: texts === undefined ? [] : sharedTexts(texts),
      formats: styles === undefined ? [] : formatsOf(styles),
      is1904: isTrue(properties?.date1904),
    }
    return { name: unescaped(name), xml, context }
  }
  throw new SpreadsheetProblem(fileTexts.hiddenSheets)
}

/** `type` has no namespace, because the namespace differs in strict files. `target` is the name of a part. */
interface Relation {
  id: string | undefined
  type: string | undefined
  target: string
}

/** Reads the relations of a part, or of the whole package if `part` is ''. */
async function relationsOf(part: string, parts: ZipParts): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1
  const xml = await parts.read(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`)
  if (xml === undefined) return []
  return attributesOfAll(xml, 'Relationships', 'Relationship').flatMap(({ Id, Type, Target = '', TargetMode }) =>
    TargetMode === 'External' ? [] : { id: Id, type: Type?.split('/').at(-1), target: partName(part, Target) },
  )
}

/**
 * Returns the name of a target. A target is relative to the folder of its part or, with a leading slash, to the root.
 */
function partName(part: string, target: string): string {
  try {
    return decodeURIComponent(new URL(target.replaceAll('\\', '/'), `file:///${part}`).pathname.slice(1))
  } catch {
    throw unreadable()
  }
}

/** Returns the number format of each cell style, by the index of the style. */
function formatsOf(styles: string): NumberFormat[] {
  const codes = new Map(
    attributesOfAll(styles, 'numFmts', 'numFmt').map(({ numFmtId, formatCode = '' }) => [
      Number(numFmtId),
      unescaped(formatCode),
    ]),
  )
  const formats = new Map<string, NumberFormat>()
  return attributesOfAll(styles, 'cellXfs', 'xf').map(({ numFmtId = '0' }) => {
    const code = codes.get(Number(numFmtId)) ?? builtInCode(Number(numFmtId))
    const format = formats.get(code) ?? parsedFormat(code)
    formats.set(code, format)
    return format
  })
}
