/** What JSON a field takes. */
export type Shape =
  | { kind: 'string' }
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'null' }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'array'; of: Shape }
  /** An object whose names are free. */
  | { kind: 'record'; of: Shape }
  | { kind: 'object'; fields: readonly Field[] }
  | { kind: 'union'; of: readonly Shape[] }
  /** Nothing is known of it: it takes anything. */
  | { kind: 'unknown' }

export interface Field {
  name: string
  optional: boolean
  shape: Shape
}
