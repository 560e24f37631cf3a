import { expect, test } from 'vitest'
import { type IncidentEvent, incidentMachine } from '../../../contract/incidents/incident.machine.ts'
import { incidentDueAt } from '../../../contract/incidents/incident-due.ts'
import type { IncidentKind } from '../../../contract/wire/answers/incidents.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { type ModelSnapshot, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  closingWord,
  dueOf,
  type IncidentModelContext,
  type IncidentModelEvent,
  incidentModel,
  silenceMs,
  silenceReason,
} from './incident.model.ts'

const coverage = new Coverage(incidentMachine)

/** An incident has neither clock nor timer: each event carries its time. */
function startIncident(kind: IncidentKind, calls = true) {
  const standIns = new StandIns()
  const machine = incidentMachine.provide({
    actions: {
      note: standIns.effect('note', (_, { act }) => act),
      tell: (_, { notice }) => {
        if (notice !== null) standIns.journal.push(entry('reports', 'tell', notice))
      },
    },
  })
  const input = { kind, at: epoch, failing: 1, calls }
  const incident = runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
  let at = epoch
  return {
    ...incident,
    sendAt: (event: (at: number, failing: number) => IncidentEvent) =>
      incident.send(event(at, incident.snapshot().context.failing)),
    waitFor: (earlyMs: number) => {
      at = (incidentDueAt(incident.snapshot()) ?? at) - earlyMs
      incident.send({ type: 'clock.reached', at })
    },
  }
}

type Walked = ReturnType<typeof startIncident>
type Snapshot = ModelSnapshot<IncidentModelContext>

const failure = (at: number, failing: number): IncidentEvent =>
  failing > 0 ? { type: 'facts.grew', at, failing: failing + 1 } : { type: 'facts.returned', at, failing: 1 }

const doorAgain = (at: number, failing: number): IncidentEvent =>
  failing > 0 ? { type: 'facts.grew', at, failing: 1 } : { type: 'facts.returned', at, failing: 1 }

const people: readonly IncidentModelEvent[] = [
  { type: 'person.claims', by: 'ana' },
  { type: 'person.claims', by: 'rui' },
  { type: 'person.givesBack' },
  { type: 'person.handsOver', to: 'rui' },
  { type: 'person.isRelieved', to: 'rui' },
  { type: 'person.takesOver', by: 'rui' },
  { type: 'person.silences' },
  { type: 'person.endsSilence' },
  { type: 'person.closes' },
  { type: 'due.isReached' },
  { type: 'due.isNear' },
]

/** The state, with the time left until each deadline. */
function key({ context }: Snapshot): string {
  const { at, life, failing, owner, silencedUntil, isOscillating, isTold, changes, resolvedAt, isAnswered, passed } =
    context
  const due = dueOf(context)
  return JSON.stringify([
    life,
    Math.min(failing, 2),
    owner,
    passed !== null,
    silencedUntil === null ? null : silencedUntil - at,
    isOscillating,
    isTold,
    Math.min(changes.filter((each) => at - each < 15 * 60_000).length, 4),
    resolvedAt !== null,
    isAnswered,
    due === null ? null : due - at,
  ])
}

for (const [kind, calls] of [
  ['contact', true],
  ['door-forced', true],
  ['reported', true],
  ['reported', false],
] as const)
  testPaths<IncidentModelContext, IncidentModelEvent, Walked>(
    `an incident of kind ${kind} that ${calls ? 'notifies' : 'notifies nobody'}`,
    {
      model: incidentModel,
      input: { kind, epoch, isLoud: calls },
      events: [...eventsOf(kind), ...people],
      possible: ({ type }, { context }) => {
        if (type === 'device.recovers' || type === 'device.isSwitchedOff')
          return context.failing > 0 && context.life === 'open'
        if (type === 'lastDevice.leaves') return context.failing < 2 && context.life === 'open'
        if (type === 'device.fails') return context.failing < 2
        return !type.startsWith('due') || dueOf(context) !== null
      },
      key,
      status: ({ context }) => {
        const { isOscillating, isTold, failing, owner } = context
        return [lifeOf(context), isOscillating, isTold, Math.min(failing, 2), owner !== null]
      },
      start: () => startIncident(kind, calls),
      perform: {
        'device.fails': ({ sendAt }) => sendAt(failure),
        'door.isForced': ({ sendAt }) => sendAt(doorAgain),
        'device.recovers': ({ sendAt }) =>
          sendAt((at, failing) =>
            failing > 1
              ? { type: 'facts.shrank', at, failing: failing - 1, how: 'recovered' }
              : { type: 'facts.cleared', at, how: 'recovered' },
          ),
        'device.isSwitchedOff': ({ sendAt }) =>
          sendAt((at, failing) =>
            failing > 1
              ? { type: 'facts.shrank', at, failing: failing - 1, how: 'unwatched' }
              : { type: 'facts.cleared', at, how: 'unwatched' },
          ),
        'lastDevice.leaves': ({ sendAt }) => sendAt((at) => ({ type: 'facts.left', at, how: 'unwatched' })),
        'largerIncident.merges': ({ sendAt }) => sendAt((at) => ({ type: 'facts.merged', at })),
        'person.claims': ({ sendAt }, { by }) => sendAt((at) => ({ type: 'person.claimed', at, by })),
        'person.givesBack': ({ sendAt }) => sendAt((at) => ({ type: 'person.released', at, by: 'ana' })),
        'person.handsOver': ({ sendAt }, { to }) => sendAt((at) => ({ type: 'person.handedOver', at, by: 'ana', to })),
        'person.isRelieved': ({ sendAt }, { to }) => sendAt((at) => ({ type: 'person.relieved', at, by: 'ana', to })),
        'person.takesOver': ({ sendAt }, { by }) => sendAt((at) => ({ type: 'person.tookOver', at, by, from: 'ana' })),
        'person.silences': ({ sendAt }) =>
          sendAt((at) => ({ type: 'person.silenced', at, by: 'ana', until: at + silenceMs, reason: silenceReason })),
        'person.endsSilence': ({ sendAt }) => sendAt((at) => ({ type: 'person.endedSilence', at, by: 'ana' })),
        'person.closes': ({ sendAt }) => sendAt((at) => ({ type: 'person.closed', at, by: 'ana', word: closingWord })),
        'due.isReached': ({ waitFor }) => waitFor(0),
        'due.isNear': ({ waitFor }) => waitFor(1),
      },
      tags: ({ context }) => [context.life === 'open' ? 'open' : 'over'],
      expected: ({ context }) => {
        const { beganAt, failedAt, failing, times, changes, owner, passed, resolvedAt, end, reopenings, word } = context
        return {
          ...{
            kind,
            calls,
            beganAt,
            failedAt,
            failing,
            times,
            changes,
            owner,
            passed,
            resolvedAt,
            end,
            reopenings,
            word,
          },
          clearedBy: context.isAnswered ? 'recovered' : 'unwatched',
          silencedUntil: context.silencedUntil,
          life: lifeOf(context),
          isOscillating: context.isOscillating,
          isTold: context.isTold,
          dueAt: dueOf(context),
        }
      },
      actual: ({ snapshot }) => {
        const { value, context } = snapshot()
        const { silence, ...rest } = context
        return {
          ...rest,
          silencedUntil: silence?.until ?? null,
          life: typeof value.life === 'string' ? value.life : value.life.open,
          isOscillating: value.signal === 'oscillating',
          isTold: value.notice === 'told',
          dueAt: incidentDueAt(snapshot()),
        }
      },
    },
  )

function eventsOf(kind: IncidentKind): IncidentModelEvent[] {
  if (kind === 'reported') return []
  if (kind === 'door-forced') return [{ type: 'door.isForced' }]
  return [
    { type: 'device.fails' },
    { type: 'device.recovers' },
    { type: 'device.isSwitchedOff' },
    { type: 'lastDevice.leaves' },
    { type: 'largerIncident.merges' },
  ]
}

function lifeOf({ life, owner, silencedUntil }: IncidentModelContext): string {
  if (life !== 'open') return life
  if (silencedUntil !== null) return 'silenced'
  return owner === null ? 'new' : 'claimed'
}

test('a failure half an hour after recovery does not reopen the incident, even if the clock has not closed it yet', () => {
  const { send, snapshot } = startIncident('contact')
  send({ type: 'facts.cleared', at: epoch, how: 'recovered' })
  const before = snapshot()
  send({ type: 'facts.returned', at: epoch + 30 * 60_000, failing: 1 })
  expect(snapshot()).toBe(before)
})

test('an incident keeps only the last hundred changes', () => {
  const { send, snapshot } = startIncident('contact')
  for (let change = 1; change <= 150; change += 1)
    send(
      change % 2 === 1
        ? { type: 'facts.cleared', at: epoch + change, how: 'recovered' }
        : { type: 'facts.returned', at: epoch + change, failing: 1 },
    )
  expect(snapshot().context.changes).toHaveLength(100)
})

testCoverage(coverage)
