import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchable, searchFor } from '../../../contract/texts/searchable.ts'

const find = (search: string, text: string) => searchFor(search)(searchable(text))

describe('a search finds other spellings of the same text (CON-2)', () => {
  test.each([
    ["d'agua", 'Condomínio d’Água'],
    ['d’água', "Condominio d'agua"],
    ['dagua', 'Condomínio d’Água'],
    ['d agua', 'Condomínio d´Água'],
    ['d`agua', 'Condomínio dʼÁgua'],
    ["d'agua", 'Condomínio d‘Água'],
    ["d'agua", 'Condomínio d′Água'],
    ["d'agua", 'Condomínio d＇Água'],
    ["d'agua", 'Condomínio d‛Água'],
    ['torre "sol"', 'Torre “Sol”'],
    ['torre sol', 'Torre «Sol»'],
    ['torre „sol“', 'Torre ‹Sol›'],
    ['no 1', 'Nº 1'],
    ['nº 1', 'No 1'],
    ['n° 1', 'Nº 1'],
    ['n.º 1', '№ 1'],
    ['n. 1', 'N.º 1'],
    ['no. 1', 'N.º 1'],
    ['1a fase', '1ª Fase'],
    ['1.ª fase', '1a fase'],
    ['bloco 2', 'Bloco ²'],
    ['h2o', 'H₂O'],
    ['fase ii', 'Fase Ⅱ'],
    ['edificio', 'Edifício'],
    ['edificio', 'Ediﬁcio'],
    ['bloco a-1', 'Bloco A–1'],
    ['bloco a—1', 'Bloco A-1'],
    ['bloco a-1', 'Bloco A\u20111'],
    ['bloco a-1', 'Bloco A−1'],
    ['torre 12', 'ＴＯＲＲＥ　１２'],
    ['ｔｏｒｒｅ', 'Torre'],
    ['strasse', 'Straße'],
    ['STRASSE', 'straße'],
    ['straße', 'STRASSE'],
    ['soren', 'Søren'],
    ['lodz', 'Łódź'],
    ['aegir', 'Ægir'],
    ['oeuvre', 'Œuvre'],
    ['dorde', 'Đorđe'],
    ['gunes', 'Güneş'],
    ['istanbul', 'İstanbul'],
    ['isik', 'Işık'],
    ['portao', 'Por\u00ADtão'],
    ['portao', 'Por\u200Btão\uFEFF'],
    ['por\u2060tao\u202C', 'Portão'],
    ['agua viva', 'Água\u00A0Viva'],
    ['agua\u00A0viva', 'Água Viva'],
    ['agua\u2009viva', 'Água\u3000Viva'],
    ['a\u0301gua', '\u00C1gua'],
    ['1/2', '½ portão'],
    ['av brasil 10', 'Av. Brasil, 10'],
    ['ana.lima@guarita', 'ana.lima@guarita.test'],
    ['192.168.0.10', '192.168.0.10'],
    ['viva agua', 'Água Viva'],
  ])('%j finds %j', (search, text) => expect(find(search, text)).toBe(true))

  test.each([
    ['no 2', 'Nº 1'],
    ['agua joao', 'Água Viva'],
    ['192.168.01', '192.168.0.10'],
    ['a-1', 'A 1'],
    ['.*', 'Água'],
  ])('%j does not find %j', (search, text) => expect(find(search, text)).toBe(false))

  test('every text finds itself, folded once or twice, in capitals and in both Unicode forms', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 })
    fc.assert(
      fc.property(text, (typed) => {
        const folded = searchable(typed)
        expect(searchable(folded)).toBe(folded)
        for (const same of [typed.normalize('NFC'), typed.normalize('NFD')]) expect(searchable(same)).toBe(folded)
        expect(find(typed, `Bloco ${typed} fundos`)).toBe(true)
      }),
      { seed: 20261128, numRuns: 2_000 },
    )
  })
})

test('no other code folds texts for a search', () => {
  const folding = /normalize\('NFK?D'\)|toLowerCase\(\)\s*\.includes\(|localeCompare\([^)]*sensitivity/
  const files = globSync('{src,contract,backend}/**/*.{ts,tsx}', { exclude: ['contract/texts/searchable.ts'] })
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => folding.test(readFileSync(file, 'utf8')))).toEqual([])
})
