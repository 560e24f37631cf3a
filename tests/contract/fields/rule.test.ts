import { expect, test } from 'vitest'
import { lineRule, plainLine } from '../../../contract/fields/rule.ts'

const rule = lineRule({ most: 80 })

test.each([
  'Edifício Água Viva, 1º andar (Bloco C/2) – ½ portão',
  'Condomínio Brașov & Łódź — "Torre São João"',
  'Portão 🚗 ❤️',
  'Nguyễn Ngọc Ánh',
])('%s is a name', (name) => {
  expect(rule(name)).toBeUndefined()
  expect(rule(name.normalize('NFD'))).toBeUndefined()
})

test.each([
  ['turned round', 'Port\u202Eaão'],
  ['isolated', '\u2066Portão\u2069'],
  ['with a mark of direction', 'Portão\u200F'],
  ['with nothing in it', 'Por\u200Btão'],
  ['with a soft hyphen', 'Por\u00ADtão'],
  ['with a byte order mark within', 'Por\uFEFFtão'],
  ['in two lines', 'Portão\u20281'],
  ['with a filler', 'Portão \u3164'],
  ['with half a character', 'Portão \uD83D'],
  ['with a character of nobody', 'Portão \uE000'],
  ['under a heap of accents', `Porta${'\u0301'.repeat(9)}o`],
])('what cannot be seen is refused: %s (OPS-4)', (_, name) => {
  expect(rule(name)).toBe('Use apenas letras, números e sinais.')
})

test.each([
  ['Cyrillic', 'Edifício Аurora'],
  ['Greek', 'Edifício Αurora'],
  ['full width', 'Ｐortão'],
  ['mathematical', '𝐏ortão'],
  ['a ligature', 'Edi\uFB01cio'],
  ['phonetic', 'Portɑria'],
  ['digits of others', 'Portão ٣'],
  ['a sign at full width', '＝1+1'],
])('what passes for another letter is refused: %s (OPS-4)', (_, name) => {
  expect(rule(name)).toBe('Use letras do alfabeto latino e números de 0 a 9.')
})

test('a line is kept without room around it, with one blank within, accents on their letters', () => {
  expect(plainLine(' Vila\u00A0 \u2009Sa\u0303o Joa\u0303o ')).toBe('Vila São João')
})
