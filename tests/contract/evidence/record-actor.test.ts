import { expect, test } from 'vitest'
import { isByPanel } from '../../../contract/evidence/record-actor.ts'
import { auditKinds, auditRecordSchema } from '../../../contract/wire/answers/audit.ts'

test('people cause commands, resets and isolations; all other moves, refused calls and steps are automatic (EVI-9)', () => {
  const { options } = auditRecordSchema.entries.cause
  const byPeople = auditKinds.flatMap((kind) =>
    options.filter((cause) => !isByPanel({ kind, cause })).map((cause) => `${kind} ${cause}`),
  )
  const possible = ['transition', 'reset', 'isolation', 'delete-step', 'command']
  expect(byPeople.toSorted()).toEqual(possible.flatMap((kind) => [`${kind} manual`, `${kind} undo`]).toSorted())
})
