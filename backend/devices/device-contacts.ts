import type { Device, DeviceFailureCause } from '../../contract/wire/answers/devices/devices.ts'
import { bounds } from '../bounds.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { Refusal } from '../http/refusal.ts'
import { ForbiddenAddress } from '../network/outgoing-calls.ts'
import type { ContactNotes } from './contact-notes.ts'
import type { Contact } from './contact-records.ts'
import { DeviceNotAsked, type DeviceReply } from './device-client.ts'
import { ConnectionCut, type DeviceConnections } from './device-connections.ts'
import { DeviceFailure } from './device-failure.ts'
import { openingRefusal } from './device-openings.ts'
import { devicePlaces, type PlaceRules } from './device-places.ts'
import type { DeviceAsk } from './device-talk.ts'

export type DeviceContacts = {
  /**
   * Calls the device and stores the result: status, last contact, latency, health, and an event if it went down or recovered. Rejects with
   * a `Refusal`: 502 for a refusal or invalid answer, 504 for no answer in time, 503 for no result (no free slot, busy process, cut
   * connection): nothing is stored then (SCA-4). An opening stores nothing (OPEN-1). A database that stores nothing does not change the answer (DUR-4).
   */
  ask(device: Device, request: DeviceAsk, options?: ContactOptions): Promise<DeviceReply>
  /** Numbers of own checks that may start now: for devices that answered lately, and for devices that did not. */
  freeForMonitor(): { quick: number; slow: number }
  settled(): Promise<void>
}

/** Source of a contact: `call` and `check` have a waiting caller, `monitor` is the server's own check. */
export type Asker = 'call' | 'check' | 'monitor'

export type ContactOptions = {
  /** Default 'call'. */
  by?: Asker
}

/** A gatehouse runs a few calls at a time; these limits fit a thousand gatehouses, and a network failure (SCA-4). */
const slotRules: Record<Asker, PlaceRules> = {
  call: bounds.calledDevices.most,
  check: bounds.testedDevices.most,
  monitor: bounds.checkedDevices.most,
}

/** In seconds: less than the shortest pause of a retry, which spreads retries. */
const askAgainAfter = { 'retry-after': '1' }

export type ContactParts = {
  connections: DeviceConnections
  notes: ContactNotes
  now: () => number
  deviceTimeoutMs: number
}

type AskArguments = Parameters<DeviceContacts['ask']>
type Running = { wordCode: string; isOvertaken: boolean; ended: Promise<unknown> | undefined }

export function deviceContacts(parts: ContactParts): DeviceContacts {
  const { connections, notes, now, deviceTimeoutMs } = parts
  const running = new Set<Running>()
  const slots = {
    call: devicePlaces(slotRules.call),
    check: devicePlaces(slotRules.check),
    monitor: devicePlaces(slotRules.monitor),
  }

  async function contact(self: Running, ...[device, request, options = {}]: AskArguments) {
    const { by = 'call' } = options
    const isOpening = request.op === 'open'
    const timeoutMs = isOpening ? Math.min(deviceTimeoutMs, request.until - performance.now()) : deviceTimeoutMs
    const release = await slots[by].take(device)
    if (release === null) throw serverBusy('notAsked', device.wordCode)
    try {
      const asking = connections.ask(device, request, { timeoutMs, isOwnCheck: by === 'monitor' })
      const answer = await asking.finally(release)
      overtakeEarlier(self)
      if (!isOpening) await note(by, device, answer).catch(passOverUnavailable)
      return answer
    } catch (error) {
      if (error instanceof ConnectionCut) throw new Refusal(503, { unasked: 'notHeard', headers: askAgainAfter })
      if (error instanceof DeviceNotAsked) throw serverBusy(error.wasSent ? 'notHeard' : 'notAsked', device.wordCode)
      const isForbidden = error instanceof ForbiddenAddress
      const failure = isForbidden ? new DeviceFailure('unreachable', { isUnsent: true }) : error
      if (!(failure instanceof DeviceFailure)) throw error
      if (isOpening) throw openingRefusal(failure)
      const { kind } = failure
      if (!self.isOvertaken) await note(by, device, kind).catch(passOverUnavailable)
      throw isForbidden ? forbidden(device) : refusalFor(kind, device, deviceTimeoutMs)
    }
  }

  /** Results of the server's own checks without a change can wait. */
  async function note(by: Asker, device: Device, outcome: Contact['outcome']): Promise<void> {
    const contact = { device, outcome, at: new Date(now()) }
    const isAsBefore = device.status === (typeof outcome === 'string' ? 'offline' : 'online')
    if (by === 'monitor' && isAsBefore) notes.noteSoon(contact)
    else await notes.note(contact)
  }

  /** Marks earlier calls as overtaken: the device has answered a later call, so their failure is no longer relevant. */
  function overtakeEarlier(self: Running): void {
    for (const earlier of running) {
      if (earlier === self) return
      if (earlier.wordCode === self.wordCode) earlier.isOvertaken = true
    }
  }

  return {
    ask(...call) {
      const self: Running = { wordCode: call[0].wordCode, isOvertaken: false, ended: undefined }
      running.add(self)
      const asking = contact(self, ...call).finally(() => running.delete(self))
      self.ended = asking
      return asking
    },
    freeForMonitor: slots.monitor.free,
    async settled() {
      await Promise.allSettled([...running].map(({ ended }) => ended))
      await notes.settled()
    },
  }
}

/** This side did not ask the device, or could not receive its answer. */
export function serverBusy(unasked: 'notAsked' | 'notHeard', wordCode: string): Refusal {
  const what = unasked === 'notAsked' ? 'não consultou o dispositivo' : 'não ouviu a resposta do dispositivo'
  const message = `O servidor está ocupado e ${what} ${wordCode}. Tente de novo em instantes.`
  return new Refusal(503, { message, unasked, headers: askAgainAfter })
}

function forbidden({ wordCode, ip }: Device): Refusal {
  const message = `O servidor não procura dispositivos em ${ip}. Corrija o endereço no cadastro do dispositivo ${wordCode}.`
  return new Refusal(504, { message, cause: 'unreachable' })
}

function refusalFor(kind: DeviceFailureCause, device: Device, timeoutMs: number): Refusal {
  const { wordCode, ip, port } = device
  const what = `O dispositivo ${wordCode}`
  const seconds = (timeoutMs / 1000).toLocaleString('pt-BR')
  const messages: Record<DeviceFailureCause, string> = {
    refused: `${what} recusou a conexão em ${ip}:${port}. Confira se está ligado e se o endereço está certo, e tente de novo.`,
    dropped: `${what} encerrou a conexão sem responder. Aguarde um instante e tente de novo.`,
    garbage: `O que respondeu em ${ip}:${port} não é o dispositivo ${wordCode}. Confira o endereço e a porta de rede do cadastro.`,
    declined: `${what} recebeu o pedido e não o aceitou. Confira o código e o endereço do cadastro, e tente de novo.`,
    hung: `${what} aceitou a conexão e não respondeu em ${seconds} s. Desligue-o da energia por 10 segundos, ligue de novo e tente outra vez.`,
    silent: `${what} não respondeu em ${seconds} s. Confira a energia e a rede dele, e tente de novo.`,
    unreachable: `Não há caminho até o dispositivo ${wordCode} em ${ip}:${port}. Confira a rede e o endereço, e tente de novo.`,
  }
  return new Refusal(kind === 'hung' || kind === 'silent' || kind === 'unreachable' ? 504 : 502, {
    message: messages[kind],
    cause: kind,
  })
}
