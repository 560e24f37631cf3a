import { expect, test } from 'vitest'
import { rulesOf } from '../../../backend/rules/rules-records.ts'
import { type DossierTable, dossierText, type UnpagedDossier } from '../../../contract/evidence/dossier-text.ts'
import { incidentActs } from '../../../contract/wire/answers/incident-story.ts'
import { madeDossier } from '../../backend/evidence/made-dossier.ts'

const isolated = {
  seq: 7,
  at: '2026-11-23T04:23:00.000Z',
  kind: 'declared',
  actor: { person: 'ana' },
  subject: { device: 'A-01' },
  data: {
    kind: 'isolation',
    cause: 'manual',
    from: 'CLOSED',
    to: 'FORCED_OPEN',
    reason: 'manutenção',
    retryAt: '2026-11-23T05:23:00.000Z',
  },
}

test.each([
  ['America/Sao_Paulo', '23/11/2026 02:23:00 UTC-3'],
  ['UTC', '23/11/2026 05:23:00 UTC+0'],
  ['America/Manaus', '23/11/2026 01:23:00 UTC-4'],
])('every time in a dossier is in the zone of the sheet, %s, on any computer (EVI-4)', (zone, local) => {
  const text = dossierText({ ...madeDossier(1), records: [isolated], hashes: ['a'.repeat(64)], zone })
  const what = text?.tables[1]?.rows[0]?.cells[2]
  expect(what).toContain(`Isolado por uma pessoa: manutenção.`)
  expect(what).toContain(`Até ${local} (2026-11-23T05:23:00.000Z).`)
  expect(what?.match(/\d\d:\d\d/g)).toHaveLength(2)
})

test.each([
  [
    { said: '2026-11-22T04:22:59.000Z', known: true },
    'Declarado pelo painel. Chegou mais de 24 horas depois da hora que diz',
  ],
  [
    { said: '2026-11-23T04:28:01.000Z', known: false },
    'Declarado pelo painel. Quando chegou, a hora que diz ainda estava por vir. O servidor não conhecia este dispositivo',
  ],
  [{ said: '2026-11-23T04:20:00.000Z', known: true }, 'Declarado pelo painel'],
])('a record shows its reservations: %j (EVI-2)', (data, witness) => {
  const record = { ...isolated, data: { ...isolated.data, ...data } }
  const text = dossierText({ ...madeDossier(1), records: [record], hashes: ['a'.repeat(64)], zone: 'UTC' })
  expect(text?.tables[1]?.rows[0]?.cells[4]).toBe(witness)
})

test.each([
  [{ person: 'ana' }, 'Ana Albuquerque (ana)'],
  [{ person: 'ana', panel: true }, 'Painel, na sessão de Ana Albuquerque (ana)'],
  [{ machine: true }, 'Quem opera o servidor'],
  [{ server: true }, 'O servidor'],
])('a dossier names the actor %j (EVI-9)', (actor, shown) => {
  const names = { people: { ana: 'Ana Albuquerque' }, devices: {}, condominiums: {} }
  const text = dossierText({
    ...{ ...madeDossier(1), records: [{ ...isolated, actor }], hashes: ['a'.repeat(64)] },
    ...{ zone: 'UTC', names },
  })
  expect(text?.tables[1]?.rows[0]?.cells[3]).toBe(shown)
})

test.each([
  ['succeeded', undefined, 'Teste respondido pelo dispositivo, em 340 ms.'],
  ['failed', 'timeout', 'Teste sem confirmação: sem resposta a tempo, em 340 ms.'],
  ['asked', undefined, 'Teste pedido.'],
])('a dossier shows the result and the duration of a test: %s (EVI-1)', (outcome, lastError, shown) => {
  const result = { ...(lastError && { lastError }), ...(outcome !== 'asked' && { durations: [300, 40] }) }
  const data = { kind: 'command', cause: 'manual', command: 'test', outcome, ...result }
  const text = dossierText({
    ...{ ...madeDossier(1), records: [{ ...isolated, data }], hashes: ['a'.repeat(64)], zone: 'UTC' },
  })
  expect(text?.tables[1]?.rows[0]?.cells[2]).toContain(shown)
})

test('every action on an incident has words, with the comment of the person (INC-3, EVI-4)', () => {
  const texts = incidentActs.map((act) => {
    const data = { incident: 'i', of: 'door-forced', act, text: 'Obra' }
    const record = { ...isolated, kind: 'incident', data }
    return dossierText({ ...madeDossier(1), records: [record], hashes: ['a'.repeat(64)], zone: 'UTC' })?.tables[1]
      ?.rows[0]?.cells[2]
  })
  expect(new Set(texts).size).toBe(incidentActs.length)
  expect(texts.join()).not.toContain('alterada')
  expect(texts[0]).toContain('Porta forçada: a ocorrência começou: Obra.')
})

test.each([
  [null, 'a sessão continuou: ainda estava aberta quando o dossiê foi feito'],
  ['sem registro', 'sem registro de saída: terminou em horário que não foi registrado'],
  [{ seq: 9, at: '2026-11-23T05:23:00.000Z' }, '23/11/2026 05:23:00 UTC+0 (2026-11-23T05:23:00.000Z) (registro 9)'],
] as const)('a dossier shows how a session ended: %j (EVI-4)', (ended, shown) => {
  const session = { person: 'ana', session: 's', begun: { seq: 3, at: isolated.at }, ended }
  const text = dossierText({ ...madeDossier(1), zone: 'UTC', signedIn: [session] })
  expect(text?.tables[0]?.rows[0]?.cells[2]).toBe(shown)
})

test('a dossier with an unknown time zone has no texts (EVI-4)', () => {
  expect(dossierText({ ...madeDossier(1), zone: 'Lua' })).toBeNull()
})

test('a dossier shows the rules from before its period, and later rules with the time from which they apply (EVI-10)', () => {
  const rules = rulesOf({ version: '0.3.0+d5971c10', commit: 'd5971c10' })
  const stated = (seq: number, minute: number, hash = rules.hash) => {
    const at = `2026-11-23T04:${minute}:00.000Z`
    return { seq, at, kind: 'rules', actor: { server: true }, subject: {}, data: { ...rules, hash }, prev: '' }
  }
  const other = 'f'.repeat(64)
  const shown = (before: Record<string, unknown> | null | undefined, ...records: Record<string, unknown>[]) => {
    const period = { from: '2026-11-23T04:20:00.000Z', to: '2026-11-23T04:40:00.000Z' }
    const { rules: _, ...base } = madeDossier(1)
    const hashes = records.map(() => 'a'.repeat(64))
    const dossier: UnpagedDossier = { ...base, zone: 'UTC', period, records, hashes }
    const text = dossierText({ ...dossier, ...(before !== undefined && { rules: before }) })
    return text?.tables.find(({ name }) => name === 'rules')
  }
  const at = (table: DossierTable | undefined) => [...new Set(table?.rows.map(({ cells }) => cells[0]))]
  expect(shown(undefined)).toBeUndefined()
  expect(shown(null)?.rows).toEqual([])
  expect(at(shown(stated(3, 10)))).toEqual([expect.stringContaining('(registro 3)')])
  expect(at(shown(stated(3, 10), stated(8, 15, other), stated(9, 30, other), stated(12, 45)))).toEqual([
    expect.stringContaining('(registro 8)'),
  ])
  expect(at(shown(stated(3, 10), stated(8, 25), stated(9, 30, other)))).toEqual([
    expect.stringContaining('(registro 3)'),
    expect.stringContaining('(registro 9)'),
  ])
  const [first] = shown(stated(3, 10))?.rows ?? []
  expect(first?.cells.slice(1)).toEqual([
    `0.3.0+d5971c10, impressão digital ${rules.hash.slice(0, 16)}…`,
    'Proteção dos dispositivos',
    expect.stringContaining('Depois de 5 falhas seguidas, o painel põe o dispositivo em pausa. A pausa dura 2 min'),
  ])
})
