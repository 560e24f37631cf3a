import type { OutageKind, Service, World } from './gate-world.ts'
import { monitorEveryMs } from './gate-world.ts'
import type { DeviceOnScreen, FigureOnScreen, Screen } from './screen.tsx'
import type { ServerOfShift } from './server-of-shift.ts'

const secondMs = 1_000

/** How old what is claimed may be, in milliseconds (LIVE-1). */
const ages = {
  /** The whole server, or the network, is away: within 20 s nothing is green. */
  silence: 20 * secondMs,
  /** A period and a half of the health check (HEA-2), for what only the next call can tell. */
  check: 180 * secondMs,
  /** Ages on screen go on every few seconds, and a live connection that hangs is noticed after its ping. */
  live: 30 * secondMs,
}
/** The server's own view is of its last round. */
const deviceAge = ages.check + monitorEveryMs
/** An open circuit is tried again after two minutes, and a trial may take a while. */
const trialSlackMs = 8 * secondMs

/** What each figure of the dashboard speaks of; null: of this panel alone. */
const sources: Record<string, Service | 'live' | null> = {
  'Condomínios com movimento': 'live',
  'Condomínios sem movimento': 'live',
  'Dispositivos online': 'health',
  'Dispositivos sem contato': 'health',
  'Em pausa neste painel': null,
  Serviço: 'health',
  'A rede responde': 'server',
  'Eventos em tempo real': 'live',
}

interface Truth {
  world: World
  server: ServerOfShift
  /** How many condominiums were active, by the second of the shift. */
  activeCounts: readonly number[]
}

/** What the screen claims at a moment and was not so at any time that the claim may be of; a line each. */
export function falseClaims(screen: Screen, at: number, truth: Truth): string[] {
  return [
    ...screen.figures.flatMap((figure) => falseFigure(figure, at, truth)),
    ...falseSentence(screen, at, truth),
    ...screen.devices.flatMap((device) => falseDevice(device, at, truth)),
  ]
}

function falseFigure(figure: FigureOnScreen, at: number, { world, server, activeCounts }: Truth): string[] {
  const { label, tone, value } = figure
  const source = sources[label]
  if (source === undefined) return [`${label} is a figure that nobody judges`]
  if (source === null || tone === 'neutral') return []
  const told = `${label}: ${value} (${figure.detail})`
  const stands = (moment: number) => (source === 'live' ? world.carriesLink(moment) : world.answers(source, moment))
  if (tone === 'ok' && !wasSo(at, ages.silence, world.carriesLink)) return [`${told}, but nobody answers`]
  if (label === 'Eventos em tempo real' && value !== 'Ao vivo') return []
  if (!wasSo(at, source === 'live' ? ages.live : ages.check, stands)) return [`${told}, but its source is away`]
  const isTrue = {
    'Condomínios com movimento': () =>
      wasSo(at, ages.live, (moment) => activeCounts[secondOf(moment, world)] === Number(value)),
    'Dispositivos online': () => wasSo(at, ages.check, (moment) => server.onlineCount(moment) === Number(value)),
  }[label]
  return isTrue === undefined || isTrue() ? [] : [`${told}, but it never was`]
}

/** The dashboard's sentence (PAGE-1): green while all answers and the panel hears of it, red of what is so. */
function falseSentence({ situation: { tone, text } }: Screen, at: number, { world, server }: Truth): string[] {
  const isHealthy = (moment: number) => server.onlineCount(moment) === server.deviceCount
  if (tone === 'ok') {
    if (!wasSo(at, ages.silence, world.carriesLink)) return [`${text}, but nobody answers`]
    return wasSo(at, ages.check, isHealthy) ? [] : [`${text}, but not everything did`]
  }
  const isUntrue = text.includes('parado') && !wasSo(at, deviceAge, (moment) => !isHealthy(moment))
  return isUntrue ? [`${text}, but everything answered`] : []
}

function falseDevice({ wordCode, deviceStatus }: DeviceOnScreen, at: number, { world }: Truth): string[] {
  const wasUp = () => wasSo(at, deviceAge, (moment) => world.isUp(wordCode, moment))
  const wasDown = () => wasSo(at, deviceAge, (moment) => !world.isUp(wordCode, moment))
  const isTrue = { online: wasUp, offline: wasDown, open: wasDown, halfOpen: wasDown, failing: wasDown }[
    deviceStatus as 'online'
  ]
  return isTrue === undefined || isTrue() ? [] : [`${wordCode} is said to be ${deviceStatus}, and was not`]
}

/** What is not said to be current though everything has been there for a while; a line each. */
export function missingClaims({ figures, devices, situation }: Screen): string[] {
  const stale = figures.filter(({ detail, value }) => /sem contato com|sem rede|não pôde/.test(detail) || value === '–')
  return [
    ...(/^Não sabemos|^Consultando/.test(situation.text) ? [situation.text] : []),
    ...stale.map(({ label, detail }) => `${label}: ${detail}`),
    ...figures
      .filter(({ label, value }) => label === 'Eventos em tempo real' && value !== 'Ao vivo')
      .map(({ value }) => value),
    ...devices.filter(({ deviceStatus }) => deviceStatus === 'unknown').map(({ wordCode }) => `${wordCode} is unknown`),
  ]
}

/** 'Nova tentativa em 1:12' is a promise: when it falls due, or null. */
export function promisedAt({ next }: DeviceOnScreen, at: number): number | null {
  const [, minutes, seconds] = /em (\d+):(\d\d)/.exec(next) ?? []
  return minutes === undefined ? null : at + (Number(minutes) * 60 + Number(seconds)) * secondMs
}

/** Whether the panel asked the device when it had said so. */
export function isKept(wordCode: string, promised: number, server: ServerOfShift): boolean {
  return (server.asked.get(wordCode) ?? []).some((at) => Math.abs(at - promised) <= trialSlackMs)
}

/** Whether it was so at some time within `ageMs` before. */
function wasSo(at: number, ageMs: number, isSo: (moment: number) => boolean): boolean {
  for (let moment = at; moment >= at - ageMs; moment -= secondMs) if (isSo(moment)) return true
  return false
}

function secondOf(moment: number, { startedAt }: World): number {
  return Math.max(Math.floor((moment - startedAt) / secondMs), 0)
}

/** Whether something is green that comes from what is away. */
export function isGreenWithout({ figures }: Screen, kind: OutageKind): boolean {
  return figures.some(({ label, tone }) => {
    const source = sources[label]
    if (tone !== 'ok' || !source) return false
    if (kind === 'killed' || kind === 'hung' || kind === 'offline') return true
    return source === (kind === 'serverHttp' ? 'server' : kind)
  })
}
