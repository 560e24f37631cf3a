import * as v from 'valibot'

export const colours = ['red', 'green'] as const

export type Colour = (typeof colours)[number]

const table = { wide: { at: 1 }, narrow: { at: 2 } }

export type Width = keyof typeof table

interface Named {
  name: string
}

export interface Tree extends Named {
  left?: Tree
  right: Tree | null
}

export interface Pair<First, Second = never> {
  first: First
  second: Second
}

/** Comment of the declaration. */
export interface Told extends Named {
  type: 'told'
}

/** One alone. */
export type Alone = { type: 'alone' }

function orNull<Field extends v.GenericSchema>(field: Field) {
  return v.nullable(field)
}

const personSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist(['guest', 'resident']),
  age: v.optional(v.number()),
  nick: v.nullish(v.string(), ''),
  email: orNull(v.string()),
  when: v.optional(v.nullable(v.string()), null),
  gone: v.exactOptional(
    v.pipe(
      v.nullish(v.number()),
      v.transform((value) => value ?? undefined),
    ),
  ),
  length: v.pipe(
    v.string(),
    v.transform((text) => text.length),
  ),
  tags: v.record(v.string(), v.array(v.union([v.boolean(), v.literal('all')]))),
})

const keySchema = v.object({ ...personSchema.entries, door: v.number() })

export type Person = v.InferOutput<typeof personSchema>

export type Key = v.InferOutput<typeof keySchema>

const shortSchema = v.omit(keySchema, ['kind', 'age', 'nick', 'email', 'when', 'gone', 'length', 'tags'])

export type ShortKey = v.InferOutput<typeof shortSchema>
