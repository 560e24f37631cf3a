import { type AnyStateNode, createActor, createMachine, type EventObject } from 'xstate'
import {
  type BreakerContext,
  type BreakerEvent,
  type BreakerReport,
  breakerMachine,
} from '../../src/machines/breaker.machine.ts'
import { breakerRules, circuitStateOf } from '../../src/machines/breaker-rules.ts'
import { epoch } from '../models/production-actor.ts'

const { threshold, openTimeoutMs } = breakerRules
const pass = 7

/** The states of the chart, HALF_OPEN's two apart. */
export const breakerStates = ['CLOSED', 'OPEN', 'HALF_OPEN.trying', 'HALF_OPEN.free'] as const
export type BreakerStateName = (typeof breakerStates)[number]

/** Everything that may happen to a breaker, with both sides of every guard. */
export const happenings = {
  askedEarly: { type: 'call.asked', at: epoch + 1 },
  askedInTime: { type: 'call.asked', at: epoch + openTimeoutMs },
  succeeds: { type: 'call.succeeded', pass, at: epoch + 1 },
  succeedsLate: { type: 'call.succeeded', pass: pass - 1, at: epoch + 1 },
  fails: { type: 'call.failed', pass, at: epoch + 1, error: 'timeout' },
  failsLate: { type: 'call.failed', pass: pass - 1, at: epoch + 1, error: 'timeout' },
  saysNothing: { type: 'call.uncounted', pass },
  saysNothingLate: { type: 'call.uncounted', pass: pass - 1 },
  refusals: { type: 'calls.refused', count: 3 },
  reset: { type: 'breaker.reset', at: epoch + 1, reason: '…' },
  deleted: { type: 'device.deleted', at: epoch + 1 },
} as const satisfies Record<string, BreakerEvent>

export type Happening = keyof typeof happenings

/** What one event did in one state. */
export interface Cell {
  state: string
  failureCount: number
  countBefore: number
  cause: string | null
  /** Something else than state and count has changed. */
  moved: readonly ('lastFailureTime' | 'trial' | 'refused')[]
}

const contexts: Record<BreakerStateName, Partial<BreakerContext>> = {
  CLOSED: { failureCount: threshold - 1 },
  OPEN: { failureCount: threshold },
  'HALF_OPEN.trying': { failureCount: threshold, trialStartedAt: epoch },
  'HALF_OPEN.free': { failureCount: threshold },
}

/** Sends the real breaker an event in a state. */
export function cellOf(name: BreakerStateName, happening: Happening, failureCount?: number): Cell {
  const moves: BreakerReport[] = []
  const parent = createActor(
    createMachine({
      on: { '*': { actions: ({ event }) => moves.push(event as EventObject as BreakerReport) } },
    }),
  ).start()
  const context: BreakerContext = {
    wordCode: 'PORTARIA-01',
    condominiumId: 'c1',
    lastFailureTime: epoch,
    trialStartedAt: null,
    refused: 0,
    lastError: 'timeout',
    pass,
    ...contexts[name],
    failureCount: failureCount ?? contexts[name].failureCount ?? 0,
  }
  const logic = breakerMachine.provide({ actions: { remember: () => {}, forget: () => {} } })
  const inner = name.split('.')[1]
  const value = inner === undefined ? name : { HALF_OPEN: inner }
  const breaker = createActor(logic, {
    parent,
    input: context,
    snapshot: logic.resolveState({ value: value as 'CLOSED', context }),
  }).start()
  breaker.send(happenings[happening])
  const after = breaker.getSnapshot()
  const moved: Cell['moved'][number][] = []
  const isOther = moves.length === 0 && happening !== 'reset'
  if (isOther && after.context.lastFailureTime !== context.lastFailureTime && after.context.failureCount > 0)
    moved.push('lastFailureTime')
  if (after.context.pass !== context.pass && circuitStateOf(after) === 'HALF_OPEN') moved.push('trial')
  if (after.context.refused > context.refused) moved.push('refused')
  return {
    state: typeof after.value === 'string' ? after.value : `HALF_OPEN.${after.value.HALF_OPEN}`,
    failureCount: after.context.failureCount,
    countBefore: context.failureCount,
    cause: moves[0]?.cause ?? null,
    moved,
  }
}

/** The chart as a Mermaid state diagram, made from the machine's own definition. */
export function breakerDiagram(): string {
  const lines = ['stateDiagram-v2', '    [*] --> CLOSED']
  const arrows = (node: AnyStateNode, indent: string) => {
    for (const candidates of node.transitions.values())
      for (const { target, eventType, guard } of candidates) {
        const [to] = target ?? []
        if (to === undefined) continue
        const name = nameOf(guard)
        lines.push(`${indent}${node.key} --> ${to.key}: ${eventType}${name}`)
      }
  }
  for (const node of Object.values(breakerMachine.root.states)) {
    const children = Object.values(node.states)
    if (children.length > 0) {
      lines.push(`    state ${node.key} {`, `        [*] --> ${node.initial.target[0]?.key}`)
      for (const child of children) arrows(child, '        ')
      lines.push('    }')
    }
    arrows(node, '    ')
  }
  return lines.join('\n')
}

function nameOf(guard: unknown): string {
  if (typeof guard === 'string') return ` [${guard}]`
  return typeof guard === 'object' && guard !== null && 'type' in guard ? ` [${guard.type}]` : ''
}
