import * as v from 'valibot'

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: readonly unknown[]
  literal?: unknown
}

/** Texts; each text schema of the contract accepts one of them. */
const texts = [
  'texto',
  '2026-01-02T03:04:05.000Z',
  'a'.repeat(64),
  '10.0.0.7',
  '01310100',
  'https://guarita.demo',
  '/nome',
]

/** A value that the schema of the contract accepts unchanged. Throws if no value is found. */
export function sampleOf(schema: v.GenericSchema): unknown {
  const sample = candidateOf(schema as Schema)
  if (!v.is(schema, sample)) throw new Error(`no sample of ${schema.type} fits: ${JSON.stringify(sample)}`)
  return sample
}

function candidateOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'string':
      return texts.find((text) => v.is(schema, text))
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'literal':
      return schema.literal
    case 'picklist':
      return schema.options?.[0]
    case 'union':
    case 'variant':
      return candidateOf(schema.options?.[0] as Schema)
    case 'array':
      return [candidateOf(schema.item as Schema)]
    case 'record':
      return { texto: candidateOf(schema.value as Schema) }
    case 'object':
    case 'loose_object':
      return Object.fromEntries(Object.entries(schema.entries ?? {}).map(([name, entry]) => [name, candidateOf(entry)]))
    case 'optional':
    case 'exact_optional':
    case 'nullable':
    case 'nullish':
      return candidateOf(schema.wrapped as Schema)
    default:
      return {}
  }
}
