import type { Right } from '../../contract/rights.ts'
import { deviceRoutes } from '../../contract/wire/routes/devices.ts'
import { healthRoutes } from '../../contract/wire/routes/health.ts'
import { recordRoutes } from '../../contract/wire/routes/records.ts'
import { auditPauses } from '../../src/machines/audit/audit.machine.ts'
import { breakerRules } from '../../src/machines/breaker/breaker-rules.ts'
import { type DeletionWay, deletionRules } from '../../src/machines/devices/device-delete.machine.ts'
import { networkOperation, quickRetry, type RetryPolicy } from '../../src/machines/retry/retry-policies.ts'
import { auditKeptMs } from '../../src/services/audit/audit-store.ts'
import { deviceTimeoutMs } from '../../src/services/devices/device-control-api.ts'
import { firstSteps } from '../../src/ui/devices/device-troubles.ts'
import { permissionText } from '../../src/ui/session/user-texts.ts'
import {
  breakerStates,
  breakerTransitions,
  type Cell,
  cellOf,
  type Happening,
  happenings,
  namesOf,
  standings,
} from './breaker-facts.ts'
import { answerFor, auditExamples, deletion, errorFacts, type Outcome, outcomes } from './call-facts.ts'
import { bullets, code, fence, heading, lines, table } from './markdown.ts'
import type { PaperDeed, Texts } from './texts.ts'
import { askedWaits, attemptTimes, storyNames, timelineOf } from './timelines.ts'
import { transitionTests } from './transition-tests.ts'

/** The auditors' document (AUD-1, EVI-7) in one language: words from `texts`, facts from the machines as they run. */
export async function deviceFailureDocument(texts: Texts): Promise<string> {
  return lines(
    heading(1, texts.title),
    texts.promise,
    `${texts.other}`,
    texts.made,
    failureSection(texts),
    statesSection(texts),
    heading(2, texts.diagram.title),
    fence('mermaid', chartDiagram()),
    tableSection(texts),
    transitionsSection(texts),
    constantsSection(texts),
    await timelinesSection(texts),
    heading(2, texts.trials.title),
    bullets(texts.trials.text),
    heading(2, texts.isolation.title),
    bullets(texts.isolation.text),
    stepsSection(texts),
    await retrySection(texts),
    await deletionSection(texts),
    await errorsSection(texts),
    await auditSection(texts),
    peopleSection(texts),
    heading(2, texts.reading.title),
    texts.reading.text.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    heading(2, texts.outbox.title),
    bullets(texts.outbox.text),
    heading(2, texts.tabs.title),
    bullets(texts.tabs.text),
    heading(2, texts.tests.title),
    texts.tests.text,
    table(
      texts.tests.head,
      texts.tests.files.map(([file, what]) => [code(file), what]),
    ),
  )
}

/** A state of the chart with inner states stands for each of them. */
function chartDiagram(): string {
  const idOf = (state: string) => state.replace('.', '_')
  const innerOf = (state: string) => breakerStates.filter((each) => each === state || each.startsWith(`${state}.`))
  const arrows = breakerTransitions().flatMap(({ from, to, event, guard }) =>
    to === null
      ? []
      : innerOf(from).map((inner) => ({
          way: `${idOf(inner)} --> ${idOf(innerOf(to)[0] ?? to)}`,
          reason: guard === null ? event : `${event} [${guard}]`,
        })),
  )
  return [
    'stateDiagram-v2',
    ...breakerStates.map((state) => `    state "${state}" as ${idOf(state)}`),
    `    [*] --> ${breakerStates[0]}`,
    ...[...Map.groupBy(arrows, ({ way }) => way)].map(
      ([way, alike]) => `    ${way}: ${alike.map(({ reason }) => reason).join('<br/>')}`,
    ),
  ].join('\n')
}

function failureSection({ failure, outcomes: names }: Texts): string {
  const rows = outcomes.map((outcome) => {
    const { kind } = answerFor(outcome)
    const counts = kind === 'failed' ? '✓' : '–'
    const again = kind === 'failed' || kind === 'notAsked' ? '✓' : '–'
    return [names[outcome] ?? `${outcome}`, failure.kinds[kind], counts, again]
  })
  return lines(heading(2, failure.title), failure.text, failure.rule, table(failure.head, rows), failure.after)
}

function statesSection({ states }: Texts): string {
  return lines(
    heading(2, states.title),
    table(
      states.head,
      breakerStates.map((state) => [code(state), states.names[state]]),
    ),
  )
}

function tableSection(texts: Texts): string {
  return lines(
    heading(2, texts.table.title),
    texts.table.text,
    table(
      [texts.table.event, ...standings.map(({ state, failureCount }) => `${code(state)}, ${failureCount}`)],
      namesOf(happenings).map((event) => [
        texts.table.happenings[event],
        ...standings.map((standing) => cellText(texts, event, standing.state, cellOf(standing, event))),
      ]),
    ),
  )
}

function transitionsSection({ transitions }: Texts): string {
  const rows = breakerTransitions().map(({ name, from, event, guard, to, cause }) => [
    code(from),
    code(event),
    guard === null ? '–' : code(guard),
    to === null ? transitions.stays : code(to),
    cause === null ? '–' : code(cause),
    (transitionTests[name] ?? []).map(([file, test]) => `${code(file.replace(/^.*\//, ''))}: ${test}`).join('; ') ||
      '–',
  ])
  return lines(heading(2, transitions.title), transitions.text, table(transitions.head, rows))
}

function cellText({ table: words }: Texts, event: Happening, before: string, cell: Cell): string {
  const isAsking = event === 'askedEarly' || event === 'askedInTime'
  const parts = [
    ...(cell.state === before ? [] : [`→ ${cell.state}`]),
    ...(cell.failureCount === cell.countBefore ? [] : [words.count(cell.countBefore, cell.failureCount)]),
    ...cell.moved.map((moved) => words.moved[moved]),
    ...(cell.cause === null ? [] : [`${words.cause} ${cell.cause}`]),
  ]
  if (parts.length > 0) return parts.join('; ')
  if (!isAsking) return words.ignored
  return before === 'CLOSED' ? words.letThrough : words.refused
}

function constantsSection({ constants: { title, head, names } }: Texts): string {
  const policy = ({ attempts, baseMs, factor, maxMs, jitterMs }: RetryPolicy) =>
    `${attempts}, ${baseMs} ms, ${factor}, ${maxMs} ms, ${jitterMs} ms`
  const values: [string, string, string][] = [
    ['threshold', `${breakerRules.threshold}`, 'spec §9'],
    ['openTimeout', `${breakerRules.openTimeoutMs} ms`, 'spec §9'],
    ['halfOpen', `${breakerRules.halfOpenTimeoutMs} ms`, 'spec §9, CB-5'],
    ['slow', `${breakerRules.slowCallMs} ms`, 'decisions/devices.md'],
    ['isolation', `${breakerRules.longestIsolationMs} ms`, 'decisions/devices.md'],
    ['deviceTimeout', `${deviceTimeoutMs} ms`, 'spec §9'],
    ['networkOperation', policy(networkOperation), 'spec §9'],
    ['quickRetry', policy(quickRetry), 'spec §9'],
    ['deletion', `${deletionRules.triesEach}, ${deletionRules.pauseMs} ms`, 'spec §7'],
    ['kept', `${auditKeptMs} ms`, 'AUD-2'],
    ['delivery', `${auditPauses.firstMs} ms, ${auditPauses.longestMs} ms`, 'AUD-2'],
  ]
  return lines(
    heading(2, title),
    table(
      head,
      values.map(([name, value, source]) => [names[name] ?? name, value, source]),
    ),
  )
}

async function timelinesSection({ timelines }: Texts): Promise<string> {
  const parts: string[] = []
  for (const name of storyNames) {
    const rows = (await timelineOf(name)).map(({ atMs, step, state, failureCount, retryAtMs }) => [
      clock(atMs),
      timelines.steps[step],
      state,
      `${failureCount}`,
      retryAtMs === null ? '–' : clock(retryAtMs),
    ])
    parts.push(heading(3, timelines.stories[name]), table(timelines.head, rows))
  }
  return lines(heading(2, timelines.title), timelines.text, ...parts)
}

function stepsSection({ steps }: Texts): string {
  const rows = namesOf(firstSteps).map((trouble) => [steps.troubles[trouble], firstSteps[trouble].join('<br>') || '–'])
  return lines(heading(2, steps.title), steps.text, table(steps.head, rows))
}

async function retrySection({ retry }: Texts): Promise<string> {
  const parts = [heading(2, retry.title), bullets(retry.formula), retry.text]
  const add = async (title: string, policy: RetryPolicy, retryAfterMs?: number) => {
    const earliest = await attemptTimes(policy, 0, retryAfterMs)
    const latest = await attemptTimes(policy, 1 - Number.EPSILON, retryAfterMs)
    const rows = earliest.map((atMs, index) => [`${index + 1}`, clock(atMs), clock(latest[index] ?? 0)])
    parts.push(heading(3, title), table(retry.head, rows))
  }
  await add(retry.policies.networkOperation, networkOperation)
  await add(retry.policies.quickRetry, quickRetry)
  for (const waitMs of askedWaits)
    await add(`NETWORK_OPERATION, ${retry.asked(`${waitMs / 1_000} s`)}`, networkOperation, waitMs)
  return lines(...parts)
}

const wayOf: Record<string, DeletionWay> = {
  deleteFromDevice: 'device',
  deleteFromPool: 'pool',
  deleteFromDatabase: 'database',
}

async function deletionSection({ deletion: words, outcomes: names }: Texts): Promise<string> {
  const { steps } = await deletion(504)
  const rows = steps.map(({ way, atMs }) => {
    const name = wayOf[way] ?? 'device'
    return [clock(atMs), code(name), words.ways[name].does, words.ways[name].leaves]
  })
  const ends: string[][] = []
  for (const outcome of outcomes satisfies readonly Outcome[])
    ends.push([names[outcome] ?? `${outcome}`, words.endNames[(await deletion(outcome)).end] ?? ''])
  return lines(heading(2, words.title), words.text, table(words.head, rows), words.ends, table(words.endsHead, ends))
}

async function errorsSection({ errors, table: words, outcomes: names }: Texts): Promise<string> {
  const situations = { ...names, ...errors.situations, refused: words.refused }
  const rows = (await errorFacts()).map(({ outcome, name, message, said, fields }) => [
    situations[outcome] ?? `${outcome}`,
    name === null ? '–' : code(name),
    message,
    said ?? '–',
    fields.map(code).join(', ') || '–',
  ])
  return lines(heading(2, errors.title), errors.text, table(errors.head, rows))
}

async function auditSection({ audit }: Texts): Promise<string> {
  const examples = (await auditExamples()).map((entry) => JSON.stringify(entry, null, 2))
  return lines(
    heading(2, audit.title),
    audit.text,
    table(
      audit.head,
      audit.fields.map(([field, meaning]) => [code(field), meaning]),
    ),
    audit.examples,
    ...examples.map((example) => fence('json', example)),
  )
}

const rightOf: Record<PaperDeed, Right> = {
  operate: deviceRoutes.restartDevice.access,
  delete: deviceRoutes.deleteDevice.access,
  reset: healthRoutes.resetHealth.access,
  isolate: healthRoutes.resetHealth.access,
  read: recordRoutes.audit.access,
}

function peopleSection({ people }: Texts): string {
  const rows = namesOf(rightOf).map((deed) => [people.deeds[deed], permissionText(rightOf[deed]), code(rightOf[deed])])
  return lines(heading(2, people.title), people.text, table(people.head, rows), bullets(people.places))
}

/** Minutes, seconds and, where there are any, milliseconds. */
function clock(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const seconds = (ms % 60_000) / 1_000
  const text = Number.isInteger(seconds) ? `${seconds}` : seconds.toFixed(3)
  return `${minutes}:${seconds < 10 ? '0' : ''}${text}`
}
