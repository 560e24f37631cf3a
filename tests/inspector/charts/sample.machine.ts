import { setup } from 'xstate'
import type { Alone, Colour, Key, Pair, Person, ShortKey, Told, Tree, Width } from './sample-types.ts'

type Own = { a: string; b?: number; c: boolean }

export type SampleEvent =
  /** Kinds. */
  | { type: 'kinds'; text: string; count: number; is: boolean; none: null; maybe: string | undefined; any: unknown }
  | { type: 'one' | 'other'; side: 'left' | 'right' | 5 | -1 | true }
  | { type: `by.${Colour}`; width: Width }
  | { type: 'lists'; texts: readonly string[]; pairs: ReadonlyArray<{ at: number }>; all: Array<Colour> }
  | ({ type: 'together' } & Own & { d: string })
  | { type: 'picked'; own: Pick<Own, 'a' | 'b'>; rest: Omit<Own, 'a'>; partial: Partial<Own>; fixed: Readonly<Own> }
  | { type: 'records'; free: Record<string, number>; closed: Record<Colour, number>; index: { [id: string]: Own } }
  | { type: 'indexed'; a: Own['a']; b: Own['b'] }
  | { type: 'generic'; pair: Pair<string, number[]> }
  | { type: 'recursive'; tree: Tree }
  | { type: 'strange'; file: File; error: Error; act: () => void; map: Map<string, string>; at: Date }
  | { type: 'parsed'; person: Person }
  | { type: 'spread'; door: Key['door']; short: ShortKey }
  | { type: 'twice'; a: string }
  | { type: 'twice'; a: number; b: string }
  | Told
  | Alone

/** Events of every type form, for the tests that read fields from types. */
export const sampleMachine = setup({ types: {} as { events: SampleEvent } }).createMachine({ id: 'sample' })
