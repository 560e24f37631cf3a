export type Shape =
  | { kind: 'string' }
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'null' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'array'; of: Shape }
  /** An object with arbitrary keys. */
  | { kind: 'record'; of: Shape }
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'union'; of: readonly Shape[] }
  /** Unknown type: accepts anything. */
  | { kind: 'unknown' }

export interface Field {
  name: string
  optional: boolean
  shape: Shape
}
