import { assign, setup } from 'xstate'
import type { IncidentEnd, IncidentKind } from '../../../contract/wire/answers/incidents.ts'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** An incident by the rules of INC-2 to INC-6 and DESK-5. Times in milliseconds since the epoch. */
export interface IncidentModelContext extends ModelContext {
  kind: IncidentKind
  /** Whether its beginning notifies people. */
  isLoud: boolean
  at: number
  life: 'open' | 'resolved' | 'closed' | 'merged'
  beganAt: number
  failedAt: number
  failing: number
  times: number
  changes: number[]
  isOscillating: boolean
  owner: string | null
  /** The person who handed the incident to its owner, until the owner answers. */
  passed: { by: string; at: number } | null
  silencedUntil: number | null
  resolvedAt: number | null
  /** Whether every failure since the beginning ended with an answer. */
  isAnswered: boolean
  end: IncidentEnd | null
  reopenings: number
  word: string
  /** Whether people were notified of the last failure. */
  isTold: boolean
}

export type IncidentModelEvent =
  | { type: 'device.fails' }
  | { type: 'device.recovers' }
  | { type: 'device.isSwitchedOff' }
  /** No device of the incident is checked any more. */
  | { type: 'lastDevice.leaves' }
  | { type: 'door.isForced' }
  | { type: 'largerIncident.merges' }
  | { type: 'person.claims'; by: string }
  | { type: 'person.givesBack' }
  | { type: 'person.handsOver'; to: string }
  | { type: 'person.isRelieved'; to: string }
  | { type: 'person.takesOver'; by: string }
  | { type: 'person.silences' }
  | { type: 'person.endsSilence' }
  | { type: 'person.closes' }
  /** The clock moves to the next due time, or to a millisecond before it. */
  | { type: 'due.isReached' }
  | { type: 'due.isNear' }

type Context = IncidentModelContext
type Change = Partial<Context> & { notes?: string[]; calls?: string[] }

const minute = 60_000
export const silenceMs = 10 * minute
export const silenceReason = 'Obra na garagem'
export const closingWord = 'Cabo solto'

/** A door incident has no recovery event; a contact incident ends when contact is restored. */
const isDoor = ({ kind }: Context) => kind !== 'contact'
/** BOOK-1: an occurrence that a person wrote down stays open until a person closes it. */
const mayRepeat = ({ kind }: Context) => kind === 'door-forced'
const ofLastQuarter = (changes: readonly number[], at: number) => changes.filter((each) => at - each < 15 * minute)

/** Next time at which the clock changes something, or null. */
export function dueOf(context: Context): number | null {
  const { life, isTold, beganAt, isOscillating, changes, silencedUntil, failedAt, resolvedAt } = context
  const isAwaited = context.isLoud && life === 'open' && !isTold
  const times = [
    isAwaited && beganAt + 2_000,
    isOscillating && (changes.at(-3) ?? 0) + 15 * minute,
    silencedUntil,
    life === 'open' && mayRepeat(context) && failedAt + 30 * minute,
    life === 'resolved' && (resolvedAt ?? 0) + 30 * minute,
  ].filter((time) => typeof time === 'number')
  return times.length === 0 ? null : Math.min(...times)
}

function after(context: Context, event: IncidentModelEvent): Change {
  const { life, at, failing, owner, silencedUntil, passed } = context
  const isOpen = life === 'open'
  switch (event.type) {
    case 'device.fails':
    case 'door.isForced':
      return failing > 0 && isOpen ? fails(context) : begins(context)
    case 'device.recovers':
      return failing > 1 ? { failing: failing - 1 } : isAllBack(context)
    case 'device.isSwitchedOff':
      return {
        isAnswered: false,
        ...(failing > 1 ? { failing: failing - 1 } : isAllBack({ ...context, isAnswered: false })),
      }
    case 'lastDevice.leaves':
      return {
        ...over({ ...context, isAnswered: false }, at),
        isAnswered: false,
        isOscillating: false,
        notes: ['unwatched'],
        calls: context.isTold ? ['recovered'] : [],
      }
    case 'largerIncident.merges':
      return isOpen
        ? {
            life: 'merged',
            end: 'merged',
            resolvedAt: at,
            silencedUntil: null,
            passed: null,
            isTold: false,
            isOscillating: false,
            notes: ['merged'],
          }
        : {}
    case 'person.claims':
      return isOpen && (owner === null || (passed !== null && owner === event.by))
        ? { owner: event.by, passed: null, notes: ['claimed'] }
        : {}
    case 'person.givesBack':
      return isOpen && owner !== null && silencedUntil === null
        ? { owner: null, passed: null, notes: ['released'] }
        : {}
    case 'person.handsOver':
      return isOpen && owner !== null
        ? { owner: event.to, passed: { by: 'ana', at }, notes: ['handed-over'], calls: ['handed-over'] }
        : {}
    case 'person.isRelieved':
      return isOpen && owner !== null ? { owner: event.to, passed: null, notes: ['handed-over'] } : {}
    case 'person.takesOver':
      return isOpen && owner !== null ? { owner: event.by, passed: null, notes: ['taken-over'] } : {}
    case 'person.silences':
      return isOpen
        ? { silencedUntil: at + silenceMs, passed: owner === 'ana' ? null : passed, notes: ['silenced'] }
        : {}
    case 'person.endsSilence':
      return silencedUntil === null ? {} : { silencedUntil: null, notes: ['silence-ended'] }
    case 'person.closes':
      return closes(context)
    case 'due.isReached':
      return isDue(context)
    case 'due.isNear':
      return {}
  }
}

function fails({ at, failing, times, ...context }: Context): Change {
  return { failing: isDoor({ at, failing, times, ...context }) ? 1 : failing + 1, failedAt: at, times: times + 1 }
}

/** A failure within half an hour of recovery reopens the incident without an owner, and notifies again (INC-2). */
function begins(context: Context): Change {
  const { at, life, resolvedAt, times, reopenings } = context
  const begun = { ...changed(context), failing: 1, failedAt: at, times: times + 1, isAnswered: true }
  if (life === 'open') return begun
  if (life !== 'resolved' || at >= (resolvedAt ?? 0) + 30 * minute) return {}
  const isTold = isDoor(context)
  const { notes = [] } = begun
  return {
    ...begun,
    life: 'open',
    beganAt: at,
    resolvedAt: null,
    end: null,
    owner: null,
    reopenings: reopenings + 1,
    isTold,
    notes: [...notes, 'reopened'],
    calls: isTold ? ['opened'] : [],
  }
}

/** INC-5: the third of three changes within 15 minutes makes the incident oscillate until it has calmed. */
function isAllBack(context: Context): Change {
  const { at, isOscillating, isTold } = context
  const change = changed(context)
  if (change.isOscillating === true) return { ...change, failing: 0, calls: isTold ? ['oscillates'] : [] }
  if (isOscillating) return { ...change, failing: 0 }
  return { ...change, ...over(context, at), notes: [endNote(context)], calls: isTold ? ['recovered'] : [] }
}

function changed({ at, changes, isOscillating }: Context): Change {
  const kept = ofLastQuarter([...changes, at], at)
  return !isOscillating && kept.length >= 3
    ? { changes: kept, isOscillating: true, notes: ['oscillates'] }
    : { changes: kept }
}

function over(context: Context, at: number): Change {
  const end = isDoor(context) ? 'quiet' : context.isAnswered ? 'recovered' : 'unwatched'
  return { life: 'resolved', end, failing: 0, resolvedAt: at, silencedUntil: null, passed: null, isTold: false }
}

function endNote({ isAnswered }: Context): string {
  return isAnswered ? 'resolved' : 'unwatched'
}

/** Needs a closing text; a contact incident must be resolved first, a door incident can be closed at any time. */
function closes(context: Context): Change {
  const { life, at, failing } = context
  if (life === 'resolved') return { life: 'closed', word: closingWord, notes: ['closed'] }
  if (life !== 'open' || (failing > 0 && !isDoor(context))) return {}
  return {
    ...over(context, at),
    life: 'closed',
    end: 'closed',
    isOscillating: false,
    word: closingWord,
    notes: ['closed'],
  }
}

function isDue(context: Context): Change {
  const { at, life, isTold, beganAt, isOscillating, changes, silencedUntil, failedAt, resolvedAt, failing } = context
  const isCalm = isOscillating && ofLastQuarter(changes, at).length < 3
  const isSilenceOver = silencedUntil !== null && at >= silencedUntil
  const isLongOver = life === 'resolved' && at >= (resolvedAt ?? 0) + 30 * minute
  const notes: string[] = []
  const calls: string[] = []
  let change: Change = isLongOver ? { life: 'closed' } : {}
  if (context.isLoud && life === 'open' && !isTold && at >= beganAt + 2_000) {
    change = { ...change, isTold: true }
    calls.push('opened')
  }
  if (isCalm) {
    notes.push('calmed')
    change = { ...change, isOscillating: false }
  }
  if (mayRepeat(context) && life === 'open' && at >= failedAt + 30 * minute) {
    return { ...change, ...over(context, at), notes: [...notes, 'resolved'], calls }
  }
  if (isSilenceOver) {
    notes.push('silence-ended')
    change = { ...change, silencedUntil: null }
  }
  // If the notification and the end of the silence fall together, only the end of the silence is sent: the notification
  // was silenced.
  const notices = isSilenceOver ? ['silence-over'] : calls
  if (!isCalm || life !== 'open') return { ...change, notes, calls: notices }
  const wasNotified = isTold || change.isTold === true
  const lasts = wasNotified ? [failing > 0 ? 'lasts' : 'recovered'] : []
  if (failing > 0) return { ...change, notes, calls: [...notices, ...lasts] }
  const since = changes.at(-1) ?? at
  return { ...change, ...over(context, since), notes: [...notes, endNote(context)], calls: [...notices, ...lasts] }
}

/** An incident about a door or lost contact, with the rules that people see; each event carries its time. */
export const incidentModel = setup({
  types: {} as {
    context: Context
    events: IncidentModelEvent
    input: { kind: IncidentKind; epoch: number; isLoud?: boolean }
  },
}).createMachine({
  id: 'incident model',
  context: ({ input: { kind, epoch, isLoud = true } }) => ({
    now: 0,
    did: [
      entry('does', 'note', 'opened'),
      ...(kind === 'contact' || !isLoud ? [] : [entry('reports', 'tell', 'opened')]),
    ],
    kind,
    isLoud,
    at: epoch,
    life: 'open',
    beganAt: epoch,
    failedAt: epoch,
    failing: 1,
    times: 1,
    changes: [epoch],
    isOscillating: false,
    owner: null,
    passed: null,
    silencedUntil: null,
    resolvedAt: null,
    isAnswered: true,
    end: null,
    reopenings: 0,
    word: '',
    isTold: kind !== 'contact' && isLoud,
  }),
  on: {
    '*': {
      actions: assign(({ context, event }) => {
        const due = dueOf(context)
        const at = event.type === 'due.isReached' ? due : event.type === 'due.isNear' ? (due ?? 1) - 1 : null
        const before = { ...context, at: at ?? context.at }
        const { notes = [], calls = [], ...change } = after(before, event)
        // INC-4: a silenced incident notifies no people, except the new owner.
        const isSent = before.silencedUntil === null || calls[0] === 'silence-over' || calls[0] === 'handed-over'
        const sent = isSent ? calls : []
        const did = [
          ...notes.map((act) => entry('does', 'note', act)),
          ...sent.map((each) => entry('reports', 'tell', each)),
        ]
        return { ...change, at: before.at, did: [...context.did, ...did] }
      }),
    },
  },
})
