import { expect, test } from 'vitest'
import type { Shape } from '../../../src/inspector/payload/payload-shape.ts'
import { payloadSketch } from '../../../src/inspector/payload/payload-sketch.ts'
import { list, literal, number, object, optional, required, text, union } from './shapes.ts'

test('payloadSketch writes fields in one line', () => {
  expect(payloadSketch([required('at', number), required('error', text), optional('pass', number)])).toBe(
    '{ at: número, error: texto, pass?: número }',
  )
  expect(payloadSketch([])).toBe('{}')
})

test('payloadSketch distinguishes a list of several kinds from several kinds of list', () => {
  expect(payloadSketch([required('a', list(union(text, number)))])).toBe('{ a: lista de (texto | número) }')
  expect(payloadSketch([required('a', union(list(text), number))])).toBe('{ a: lista de texto | número }')
})

test('payloadSketch cuts deep shapes and long unions', () => {
  let deep: Shape = text
  for (let level = 0; level < 10; level++) deep = object(required('a', deep))
  expect(payloadSketch([required('a', deep)])).toBe('{ a: { a: { a: { a: { a: { … } } } } } }')
  const many = union(...Array.from({ length: 20 }, (_, index) => literal(index)))
  expect(payloadSketch([required('a', many)])).toMatch(/ 11 \| … }$/)
})
