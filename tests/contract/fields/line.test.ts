import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { enteredDevice, typedDeviceProblems } from '../../../contract/fields/device.ts'
import { lineRule, plainLine } from '../../../contract/fields/rule.ts'
import { condominiumFields, deviceFields } from '../../../contract/fields/schemas.ts'
import { incidentAction } from '../../../contract/wire/requests/incidents.ts'

const rule = lineRule({ most: 80 })
const invisible = 'Há um caractere invisível aqui. Apague tudo e digite de novo.'
const lost = 'Há um caractere que se perdeu (\uFFFD). Apague tudo e digite de novo.'
const foreign = 'Há uma letra ou um sinal de outro alfabeto aqui, mesmo que pareça igual. Apague tudo e digite de novo.'

describe('a name (OPS-4)', () => {
  it.each([
    ['a right-to-left override', 'Portão \u202Eoãtrop', invisible],
    ['an isolate', 'Torre \u2066A\u2069', invisible],
    ['a zero-width space', 'Tor\u200Bre', invisible],
    ['a zero-width joiner', 'Tor\u200Dre', invisible],
    ['a soft hyphen', 'Tor\u00ADre', invisible],
    ['a byte order mark', '\uFEFFTorre', invisible],
    ['a Hangul filler', '\u3164', invisible],
    ['half a character', 'Torre \uD800', invisible],
    ['a line separator', 'Torre\u2028A', invisible],
    ['a Cyrillic о', 'T\u043Erre', foreign],
    ['a Greek Α', '\u0391tria', foreign],
    ['a full-width A', '\uFF21tria', foreign],
    ['a mathematical A', '\u{1D400}tria', foreign],
    ['a phonetic a', 'Portɑria', foreign],
    ['a ligature', 'Edi\uFB01cio', foreign],
    ['an Arabic digit', 'Torre ٣', foreign],
    ['a sign at full width', '＝1+1', foreign],
    ['a character of private use', 'Torre \uE000', invisible],
    ['accents upon accents', 'T\u0316\u0317\u0318orre', foreign],
    ['a lost character', 'Port\uFFFDo', lost],
    ['a line feed', 'Torre\nA', 'Use apenas letras, números e sinais.'],
  ])('with %s is refused with a message', (_case, name, problem) => {
    expect(rule(name)).toBe(problem)
    expect(typedDeviceProblems({ wordCode: 'TORRE-01', name, model: 'CA-200', ip: '10.0.0.1', port: '1' }).name).toBe(
      plainLine(name) === name ? problem : rule(plainLine(name)),
    )
    expect(v.safeParse(condominiumFields, { name: `Vila ${name}x`, wordCode: 'VILA-01' }).success).toBe(false)
  })

  it.each([
    'Edifício São João',
    'Condomínio D’Ávila nº 3 – 2ª fase',
    'Müller & Søn Łódź',
    'Torre 👩‍👩‍👧 ❤️',
    "Praça d'Oeste (fundos)",
    'Nguyễn',
    'Bloco C/2, 1º andar – ½ portão',
  ])('such as %s is accepted, composed or decomposed', (name) => {
    expect([rule(name), rule(name.normalize('NFD'))]).toEqual([undefined, undefined])
  })

  it('is stored composed and with plain spaces, by server, form and import', () => {
    const typed = '\u00A0Sa\u0303o \u2003Joa\u0303o '
    const device = { wordCode: 'TORRE-01', name: typed, model: 'CA-200', ip: '10.0.0.1' }
    const kept = 'S\u00E3o Jo\u00E3o'
    expect(v.parse(deviceFields, { ...device, port: 1, condominiumId: 'a' }).name).toBe(kept)
    expect(v.parse(condominiumFields, { name: typed, wordCode: 'VILA-01', street: typed })).toMatchObject({
      name: kept,
      street: kept,
    })
    expect(enteredDevice({ ...device, port: '1' }).name).toBe(kept)
  })
})

describe('a text that a person writes about an incident', () => {
  it.each(['Port\uFFFDo', 'Torre \uD800', 'Torre \0'])(
    'is refused if a character is lost or does not exist (%j)',
    (text) => {
      expect(v.safeParse(incidentAction, { deed: 'comment', text }).success).toBe(false)
      expect(v.safeParse(incidentAction, { deed: 'comment', text: 'Torre\nA' }).success).toBe(true)
    },
  )
})
