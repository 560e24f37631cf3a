import type { DeletionWay } from '../../src/machines/devices/device-delete.machine.ts'
import type { DeviceTrouble } from '../../src/ui/devices/device-troubles.ts'
import type { BreakerStateName, Cell, Happening } from './breaker-facts.ts'
import type { LocalRefusal, Outcome } from './call-facts.ts'
import type { Step, StoryName } from './timelines.ts'

/** What a person may do, as the paper lists it. */
export type PaperDeed = 'operate' | 'delete' | 'reset' | 'isolate' | 'read'

type AnswerKind = 'answered' | 'rejected' | 'failed' | 'notAsked' | 'unauthorized'

/** Everything that the document says in words; its facts come from the machines. */
export interface Texts {
  language: 'en' | 'pt-BR'
  title: string
  promise: string
  other: string
  made: string
  failure: {
    title: string
    text: string
    rule: string
    head: readonly string[]
    kinds: Record<AnswerKind, string>
    after: string
  }
  outcomes: Partial<Record<Outcome, string>>
  states: { title: string; head: readonly string[]; names: Record<BreakerStateName, string> }
  diagram: { title: string }
  table: {
    title: string
    text: string
    event: string
    happenings: Record<Happening, string>
    letThrough: string
    refused: string
    ignored: string
    moved: Record<Cell['moved'][number], string>
    count: (before: number, after: number) => string
    cause: string
  }
  transitions: { title: string; text: string; head: readonly string[]; stays: string }
  constants: { title: string; head: readonly string[]; names: Record<string, string> }
  timelines: {
    title: string
    text: string
    head: readonly string[]
    stories: Record<StoryName, string>
    steps: Record<Step, string>
  }
  trials: { title: string; text: readonly string[] }
  isolation: { title: string; text: readonly string[] }
  /** What the page of the device tells to do; the steps themselves are the panel's own. */
  steps: { title: string; text: string; head: readonly string[]; troubles: Record<DeviceTrouble, string> }
  retry: {
    title: string
    text: string
    head: readonly string[]
    /** How long each pause is, in words. */
    formula: readonly string[]
    asked: (seconds: string) => string
    policies: Record<'networkOperation' | 'quickRetry', string>
  }
  deletion: {
    title: string
    text: string
    head: readonly string[]
    ways: Record<DeletionWay, { does: string; leaves: string }>
    ends: string
    endsHead: readonly string[]
    endNames: Record<string, string>
  }
  errors: { title: string; text: string; head: readonly string[]; situations: Record<LocalRefusal, string> }
  audit: {
    title: string
    text: string
    fields: readonly (readonly [string, string])[]
    head: readonly string[]
    examples: string
  }
  /** Who may do what, by the rights of the contract; the permission is called what the profile page calls it. */
  people: {
    title: string
    text: string
    head: readonly string[]
    deeds: Record<PaperDeed, string>
    places: readonly string[]
  }
  reading: { title: string; text: readonly string[] }
  outbox: { title: string; text: readonly string[] }
  tabs: { title: string; text: readonly string[] }
  tests: { title: string; text: string; head: readonly string[]; files: readonly (readonly [string, string])[] }
}
