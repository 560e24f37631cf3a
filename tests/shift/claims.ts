import type { OutageKind, Service, World } from './gate-world.ts'
import { monitorEveryMs } from './gate-world.ts'
import type { DeviceOnScreen, MetricOnScreen, Screen } from './read-views.ts'
import type { ServerOfShift } from './server-of-shift.ts'

const secondMs = 1_000

/** How old a claim on screen may be, in milliseconds (LIVE-1). */
const ages = {
  /** If the server or the network fails, nothing may be green after 20 s. */
  silence: 20 * secondMs,
  /** One and a half periods of the health check (HEA-2), for values that only the next check updates. */
  check: 180 * secondMs,
  /** Displayed ages update every few seconds, and a hanging live connection is noticed after its ping. */
  live: 30 * secondMs,
}
/** The server knows devices from its own last round of checks. */
const deviceAge = ages.check + monitorEveryMs
/** An open circuit is tried again after two minutes, and a trial may take a while. */
const trialSlackMs = 8 * secondMs

/** The source of each number on the dashboard; null: this panel itself. */
const sources: Record<string, Service | 'live' | null> = {
  'Condomínios com movimento': 'live',
  'Condomínios sem movimento': 'live',
  /** If a condominium is selected, this number replaces the two numbers above. */
  Movimento: 'live',
  'Dispositivos online': 'health',
  'Dispositivos sem contato': 'health',
  'Em pausa neste painel': null,
  Serviço: 'health',
  'A rede responde': 'server',
  'Eventos em tempo real': 'live',
}

/** Numbers that the panel counts itself from the list of devices if a condominium is selected (LIVE-6). */
const ofPlace: readonly string[] = ['Dispositivos online', 'Dispositivos sem contato']

interface Truth {
  world: World
  server: ServerOfShift
  /** For each second of the shift, the ids of the active condominiums. */
  activePlaces: readonly (readonly string[])[]
  /** The selected condominium, or null. */
  choice: { condominiumId: string | null }
}

/** Claims on the screen that were not true at any time within their allowed age; one line each. */
export function falseClaims(screen: Screen, at: number, truth: Truth): string[] {
  return [
    ...screen.figures.flatMap((figure) => falseMetric(figure, at, truth)),
    ...falseSentence(screen, at, truth),
    ...screen.devices.flatMap((device) => falseDevice(device, at, truth)),
  ]
}

function falseMetric(figure: MetricOnScreen, at: number, { world, server, activePlaces, choice }: Truth): string[] {
  const { label, tone, value } = figure
  const { condominiumId } = choice
  const source = condominiumId !== null && ofPlace.includes(label) ? 'deviceService' : sources[label]
  if (source === undefined) return [`${label} has no rule in this test`]
  // Movement has no tone of its own (STATE-4).
  const isMovement = /movimento$/i.test(label) && value !== 'Desconhecido'
  if (source === null || (tone === 'neutral' && !isMovement)) return []
  const claim = `${label}: ${value} (${figure.text})`
  const isAvailable = (moment: number) =>
    source === 'live' ? world.carriesLink(moment) : world.answers(source, moment)
  if (tone === 'ok' && !wasSo(at, ages.silence, world.carriesLink)) return [`${claim}, but nothing answers`]
  if (label === 'Eventos em tempo real' && value !== 'Ao vivo') return []
  if (!wasSo(at, source === 'live' ? ages.live : ages.check, isAvailable))
    return tone === 'neutral' ? [] : [`${claim}, but its source is unreachable`]
  const activeAt = (moment: number) => activePlaces[secondOf(moment, world)] ?? []
  const countsAt = (moment: number) => server.countsAt(moment, condominiumId)
  const isTrue = {
    'Condomínios com movimento': () => wasSo(at, ages.live, (moment) => activeAt(moment).length === Number(value)),
    'Condomínios sem movimento': () =>
      wasSo(at, ages.live, (moment) => world.condominiums.length - activeAt(moment).length === Number(value)),
    // biome-ignore lint/correctness/noComponentHookFactories: the label of a number, not a component
    Movimento: () =>
      wasSo(at, ages.live, (moment) => activeAt(moment).includes(condominiumId ?? '') === (value === 'Com movimento')),
    'Dispositivos online': () => wasSo(at, ages.check, (moment) => countsAt(moment).online === Number(value)),
    'Dispositivos sem contato': () => wasSo(at, ages.check, (moment) => countsAt(moment).offline === Number(value)),
  }[label]
  return isTrue === undefined || isTrue() ? [] : [`${claim}, but it never was`]
}

/** The dashboard's sentence (PAGE-1): it may be green only if everything answers, and red only for a real failure. */
function falseSentence({ situation: { tone, text } }: Screen, at: number, { world, server, choice }: Truth): string[] {
  const isHealthy = (moment: number) => server.countsAt(moment, choice.condominiumId).offline === 0
  if (tone === 'ok') {
    if (!wasSo(at, ages.silence, world.carriesLink)) return [`${text}, but nothing answers`]
    return wasSo(at, ages.check, isHealthy) ? [] : [`${text}, but not everything answered`]
  }
  const isUntrue = text.includes('parado') && !wasSo(at, deviceAge, (moment) => !isHealthy(moment))
  return isUntrue ? [`${text}, but everything answered`] : []
}

function falseDevice({ wordCode, deviceStatus }: DeviceOnScreen, at: number, { world, server }: Truth): string[] {
  const wasUp = () => wasSo(at, deviceAge, (moment) => world.isUp(wordCode, moment))
  const wasDown = () => wasSo(at, deviceAge, (moment) => !world.isUp(wordCode, moment))
  // After an outage of the service, 'Em teste' is as old as the failure before the outage; the call under way makes it true.
  const isAsked = () => wasDown() || at - (server.begun.get(wordCode) ?? 0) <= trialSlackMs
  const isTrue = { online: wasUp, offline: wasDown, open: wasDown, halfOpen: isAsked, failing: wasDown }[
    deviceStatus as 'online'
  ]
  return isTrue === undefined || isTrue() ? [] : [`${wordCode} is shown as ${deviceStatus}, but was not`]
}

/** Values that are not shown as current although everything answers; one line each. */
export function missingClaims({ figures, devices, situation }: Screen): string[] {
  const stale = figures.filter(({ text, value }) => /sem contato com|sem rede|não pôde/.test(text) || value === '–')
  return [
    ...(/^Não sabemos|^Consultando/.test(situation.text) ? [situation.text] : []),
    ...stale.map(({ label, text }) => `${label}: ${text}`),
    ...figures
      .filter(({ label, value }) => label === 'Eventos em tempo real' && value !== 'Ao vivo')
      .map(({ value }) => value),
    ...devices.filter(({ deviceStatus }) => deviceStatus === 'unknown').map(({ wordCode }) => `${wordCode} is unknown`),
  ]
}

/** The time that 'Nova tentativa em 1:12' promises, or null without a promise. */
export function promisedAt({ text }: DeviceOnScreen, at: number): number | null {
  const [, minutes, seconds] = /em (\d+):(\d\d)/.exec(text) ?? []
  return minutes === undefined ? null : at + (Number(minutes) * 60 + Number(seconds)) * secondMs
}

/** Whether the panel called the device at the promised time. */
export function isKept(wordCode: string, promised: number, server: ServerOfShift): boolean {
  return (server.asked.get(wordCode) ?? []).some((at) => Math.abs(at - promised) <= trialSlackMs)
}

/** Whether `isSo` was true at some time in the last `ageMs`. */
function wasSo(at: number, ageMs: number, isSo: (moment: number) => boolean): boolean {
  for (let moment = at; moment >= at - ageMs; moment -= secondMs) if (isSo(moment)) return true
  return false
}

function secondOf(moment: number, { startedAt }: World): number {
  return Math.max(Math.floor((moment - startedAt) / secondMs), 0)
}

/** Whether a value is green although its source failed. */
export function isGreenWithout({ figures }: Screen, kind: OutageKind): boolean {
  return figures.some(({ label, tone }) => {
    const source = sources[label]
    if (tone !== 'ok' || !source) return false
    if (kind === 'killed' || kind === 'hung' || kind === 'offline') return true
    return source === (kind === 'serverHttp' ? 'server' : kind)
  })
}
