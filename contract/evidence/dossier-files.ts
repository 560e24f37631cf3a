import type { DossierFiles } from '../wire/answers/evidence.ts'

/** Puts the data into the page of a dossier; no text in the data can close the script element. */
export function pageOf({ json, before, after }: DossierFiles): string {
  return `${before}${json.replaceAll('<', String.raw`\u003c`)}${after}`
}
