import { expect, test } from 'vitest'
import { type InspectorLink, linkIn, searchOf } from '../../../src/inspector/recording/inspector-link.ts'
import { isFullLink } from '../../../src/machines/inspector/inspector-moment.ts'
import { noFilter } from '../../../src/machines/inspector/no-filter.ts'

const link: InspectorLink = {
  actor: 'breaker:PORTARIA-01',
  event: 1_234,
  at: Date.parse('2026-11-27T02:30:32.061Z'),
  filter: { ...noFilter, text: '504', device: 'PORTARIA-01', isOnlyActor: true, outcome: 'failed', from: 1, to: 2 },
  note: 'O portão não abriu & a luz ficou vermelha',
  build: '0.1.0+ddf697ad',
  browser: 'Mozilla/5.0 (X11; Linux x86_64)',
  recording: Date.parse('2026-11-27T02:00:00.000Z'),
}

test('a link carries its actor, moment, filter, note, build and browser (INS-1)', () => {
  expect(linkIn(searchOf(link))).toEqual(link)
  expect(isFullLink(link)).toBe(true)
})

test('a link with invalid parts keeps the valid ones', () => {
  const { actor, event, at, filter, recording } = linkIn('actor=panel&event=x&at=ontem&result=nada&from=&recording=1x')
  expect({ actor, event, at, filter, recording }).toEqual({
    actor: 'panel',
    event: null,
    at: null,
    filter: {},
    recording: null,
  })
  expect(isFullLink(linkIn('actor=panel'))).toBe(false)
})
