import type { AnyStateMachine } from 'xstate'
import { guardNames, movesOf } from '../../src/inspector/charts/chart-parts.ts'
import { standInLogic } from './stand-in-actor.ts'
import { watched } from './unknown-result.ts'

/** Answers a guard that a service, a function of the context or another actor decides. */
export type AnswerGuard = (name: string) => boolean

/**
 * Returns the machine without its surroundings. Services and child machines do nothing, because the recording has their results. Effects
 * outside of the chart are left out. `answer` answers each guard that a service decides.
 */
export function loneMachine(machine: AnyStateMachine, answer: AnswerGuard): AnyStateMachine {
  const { actors, actions, guards } = machine.implementations
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, standInLogic])),
    actions: replaced(
      actions,
      (effect) =>
        (...args: unknown[]) =>
          provided(() => effect(...args)),
    ),
    guards: replaced(guards, (guard, name) => (...args: unknown[]) => {
      const { result, isUnknown } = watched(() => provided(() => guard(...args)))
      return isUnknown ? answer(name) : (result ?? answer(name))
    }),
  })
}

/** For each transition: the guards that it needs. */
export function guardsByMove(machine: AnyStateMachine): ReadonlyMap<string, readonly string[]> {
  return new Map(movesOf(machine).map(({ id, guard }) => [id, guard === null ? [] : guardNames(guard)]))
}

type Code = (...args: unknown[]) => unknown

/** Replaces plain functions; functions that XState made (`assign`, `and`) stay. */
function replaced<New>(implementations: object, replace: (code: Code, name: string) => New): Record<string, New> {
  return Object.fromEntries(
    Object.entries(implementations).flatMap(([name, code]: [string, unknown]): [string, New][] =>
      isPlain(code) ? [[name, replace(code, name)]] : [],
    ),
  )
}

function isPlain(code: unknown): code is Code {
  return typeof code === 'function' && !('resolve' in code) && !('check' in code)
}

/** Undefined if the code is a placeholder of `not-provided.ts`. */
function provided(code: () => unknown): unknown {
  try {
    return code()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('not provided: ')) return undefined
    throw error
  }
}
