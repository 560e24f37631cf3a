import { fileTexts } from './spreadsheet-problem.ts'

/** Returns the message for a file that is not a ZIP file; undefined for a ZIP file. */
export function otherFileText(bytes: Uint8Array): string | undefined {
  if (beginsWith(bytes, [0x50, 0x4b])) return undefined
  // Excel writes old formats and files with a password as a compound file.
  if (beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) {
    const text = new TextDecoder('utf-16le').decode(bytes)
    return text.includes('EncryptedPackage') ? fileTexts.locked : fileTexts.oldFormat
  }
  const isUtf16 = beginsWith(bytes, [0xff, 0xfe]) || beginsWith(bytes, [0xfe, 0xff])
  const start = new TextDecoder(isUtf16 ? 'utf-16' : 'utf-8').decode(bytes.subarray(0, 1_000))
  if (/^\s*</.test(start)) return fileTexts.webPage
  return isUtf16 || isPlain(bytes) ? fileTexts.plainText : fileTexts.notSpreadsheet
}

/** Returns the message for a ZIP file of another application, which the names of its parts reveal. */
export function otherPartsText(names: readonly string[]): string | undefined {
  if (names.some((name) => name.endsWith('vbaproject.bin'))) return fileTexts.macros
  if (names.some((name) => /(?:^|\/)workbook\d*\.bin$/.test(name))) return fileTexts.binary
  if (names.includes('mimetype') && names.includes('content.xml')) return fileTexts.openDocument
  return names.some((name) => name.endsWith('.iwa')) ? fileTexts.numbers : undefined
}

/** Returns whether the bytes may be a text: a text has no control characters except tabs and line breaks. */
function isPlain(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 1_000).some((byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}
