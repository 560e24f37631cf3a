import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type EventType = 'door.open' | 'door.close'

/** The template text and texts that a person may turn it into. */
export const template = '{ "at": 0 }'
export const mended = '{ "at": 1 }'
export const empty = '{}'

export interface SenderModelContext extends ModelContext {
  eventType: EventType | ''
  text: string
  /** Template of the selected event; null until its fields are known. */
  sketch: string | null
  /** Result of the last attempt: why nothing was sent, or how the actor took the event. */
  message: string
}

export type SenderModelEvent =
  | { type: 'person.chooses'; eventType: EventType }
  | { type: 'person.types'; text: string }
  | { type: 'person.sends' }
  | { type: 'person.closes' }
  | { type: 'fields.areKnown' }
  | { type: 'fields.areUnknown'; text: string }
  | { type: 'actor.takes' }
  | { type: 'actor.ignores' }
  | { type: 'check.refuses'; text: string }
  | { type: 'actor.isGone'; text: string }

const { logs, update } = modelActions<SenderModelContext, SenderModelEvent>()
const chooses = update(({ did }, event) =>
  event.type === 'person.chooses'
    ? {
        eventType: event.eventType,
        text: empty,
        sketch: null,
        message: '',
        did: [...did, entry('asks', 'prepare', { actorId: 'door', eventType: event.eventType })],
      }
    : {},
)
const learns = update(() => ({ text: template, sketch: template }))
const types = update((_, event) => (event.type === 'person.types' ? { text: event.text, message: '' } : {}))
const sends = update(({ did, eventType, text }) => ({
  did: [...did, entry('asks', 'send', { actorId: 'door', eventType, text })],
}))
const shows = (message: string) => update(() => ({ message }))
const showsReason = update((_, event) => ('text' in event ? { message: event.text } : {}))

/** INS-1: QA selects an event, writes its payload, and sees how the actor took it or why it was not sent. */
export const senderModel = setup({
  types: {} as { context: SenderModelContext; events: SenderModelEvent },
}).createMachine({
  id: 'sender model',
  context: { now: 0, did: [], eventType: '', text: empty, sketch: null, message: '' },
  initial: 'closed',
  on: {
    'person.chooses': { target: '.preparing', actions: chooses },
    'person.closes': '.closed',
  },
  states: {
    closed: {},
    preparing: {
      tags: ['open', 'busy'],
      on: {
        'fields.areKnown': { target: 'writing', actions: learns },
        'fields.areUnknown': { target: 'writing', actions: [showsReason, logs('Campos do evento não encontrados.')] },
      },
    },
    writing: {
      tags: 'open',
      on: {
        'person.types': { actions: types },
        'person.sends': { target: 'sending', actions: sends },
      },
    },
    sending: {
      tags: ['open', 'busy'],
      on: {
        'actor.takes': { target: 'writing', actions: shows('7 taken') },
        'actor.ignores': { target: 'writing', actions: shows('7 ignored') },
        'check.refuses': { target: 'writing', actions: showsReason },
        'actor.isGone': { target: 'writing', actions: [showsReason, logs('Evento não enviado.')] },
      },
    },
  },
})
