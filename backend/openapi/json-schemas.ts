import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { dateText } from '../../contract/wire/scalars.ts'
import { namedSchemas } from './named-schemas.ts'

const withEntries = v.object({ entries: v.record(v.string(), v.unknown()) })
const withFallback = v.object({ fallback: v.unknown() })

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // A caller sends the input of a request; the input of an answer is what a server sends.
  typeMode: 'input',
  definitions: { ...namedSchemas, Time: dateText },
  // Rules without a keyword in JSON Schema; the contract's descriptions state those that a caller must know.
  ignoreActions: ['trim', 'to_lower_case', 'check', 'raw_check', 'finite', 'readonly'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema({ valibotSchema, jsonSchema }) {
    const { output, success } = v.safeParse(withEntries, valibotSchema)
    if (!success) return undefined
    // A field with a fallback may be missing: the reader uses the fallback.
    const { required = [], properties = {} } = jsonSchema
    for (const [name, schema] of Object.entries(properties)) {
      const entry = v.safeParse(withFallback, output.entries[name])
      if (entry.success && typeof schema === 'object') Object.assign(schema, { default: entry.output.fallback })
    }
    return { ...jsonSchema, required: required.filter((name) => !v.is(withFallback, output.entries[name])) }
  },
}

export type JsonSchemas = {
  /** By the given keys; a named schema is a reference. */
  schemas: Record<string, unknown>
  /** The named schemas, for `#/components/schemas`. */
  components: Record<string, JsonSchema>
}

/** Converts the contract's schemas to JSON Schema (2020-12) in one call: each call converts all named schemas again. */
export function jsonSchemasOf(schemas: Record<string, v.GenericSchema>): JsonSchemas {
  const { properties = {}, $defs = {} } = toJsonSchema(v.object(schemas), config)
  const components = Object.fromEntries(
    Object.entries($defs).flatMap(([name, schema]) => (typeof schema === 'boolean' ? [] : [[name, schema]])),
  )
  return { schemas: properties, components: { ...components, Time: { type: 'string', format: 'date-time' } } }
}
