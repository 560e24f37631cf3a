import type { Device, DeviceFailureCause } from '../../contract/wire/answers/devices.ts'
import type { Database } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import type { GateEvents } from '../events/gate-events.ts'
import type { DeviceHealth } from '../health/device-health.ts'
import { Refusal } from '../http/refusal.ts'
import { DeviceFailure } from './device-client.ts'
import { type AskOptions, ConnectionCut, type DeviceConnections } from './device-connections.ts'
import type { DeviceOp } from './device-protocol.ts'
import { recordContact } from './devices.ts'

export type DeviceContacts = {
  /**
   * Asks the device and notes how it went: status, last contact, latency, health, and an event when it went down or came
   * back. Rejects with a `Refusal`: 502 when the device refuses or answers nonsense, 504 when it does not answer in time,
   * 503 when this side cut the connection (then nothing is noted). That the database takes no note changes no answer (DUR-4).
   */
  ask(
    device: Device,
    request: { op: DeviceOp; key?: string | undefined },
    options?: Partial<AskOptions>,
  ): Promise<{ latencyMs: number }>
  /** Resolves once every contact has ended and is noted. */
  settled(): Promise<void>
}

export type ContactParts = {
  database: Database
  connections: DeviceConnections
  health: DeviceHealth
  gate: GateEvents
  now: () => number
  deviceTimeoutMs: number
}

type AskArguments = Parameters<DeviceContacts['ask']>
type Contact = { wordCode: string; isOvertaken: boolean; ended: Promise<unknown> | undefined }

export function deviceContacts(parts: ContactParts): DeviceContacts {
  const { connections, health, deviceTimeoutMs } = parts
  const running = new Set<Contact>()

  async function contact(self: Contact, ...[device, request, options = {}]: AskArguments) {
    const timeoutMs = options.timeoutMs ?? deviceTimeoutMs
    try {
      const answer = await connections.ask(device, request, { ...options, timeoutMs })
      overtakeEarlier(self)
      await note(device, answer).catch(passOverUnavailable)
      return answer
    } catch (error) {
      if (error instanceof ConnectionCut) throw new Refusal(503)
      if (!(error instanceof DeviceFailure)) throw error
      if (!self.isOvertaken) await note(device, error.kind).catch(passOverUnavailable)
      throw refusalFor(error.kind, device, timeoutMs)
    }
  }

  /** The device has answered a later call: that an earlier one gets no answer says nothing about it any more. */
  function overtakeEarlier(self: Contact): void {
    for (const earlier of running) {
      if (earlier === self) return
      if (earlier.wordCode === self.wordCode) earlier.isOvertaken = true
    }
  }

  async function note(device: Device, outcome: { latencyMs: number } | DeviceFailureCause): Promise<void> {
    const answer = typeof outcome === 'string' ? null : outcome
    const before = await recordContact(parts.database, device, answer, new Date(parts.now()))
    if (before === undefined) return
    if (typeof outcome === 'string') health.failed(device.wordCode, outcome)
    else health.succeeded(device.wordCode)
    if (answer && before === 'offline') await parts.gate.tell(device, 'device-up')
    if (!answer && before === 'online') await parts.gate.tell(device, 'device-down')
  }

  return {
    ask(...call) {
      const self: Contact = { wordCode: call[0].wordCode, isOvertaken: false, ended: undefined }
      running.add(self)
      const asking = contact(self, ...call).finally(() => running.delete(self))
      self.ended = asking
      return asking
    },
    async settled() {
      await Promise.allSettled([...running].map(({ ended }) => ended))
    },
  }
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
    silent: `${what} não respondeu em ${seconds} s. Confira a energia e a rede dele, e tente de novo.`,
    unreachable: `Não há caminho até o dispositivo ${wordCode} em ${ip}:${port}. Confira a rede e o endereço, e tente de novo.`,
  }
  return new Refusal(kind === 'silent' || kind === 'unreachable' ? 504 : 502, { message: messages[kind], cause: kind })
}
