import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { masked } from '../../../src/inspector/recording/masked.ts'
import { maskedCopy } from '../../../src/inspector/recording/masked-copy.ts'
import { gateMachine } from '../charts/small-chart.ts'

describe('maskedCopy', () => {
  test('masks values under secret names, at every depth below them', () => {
    expect(
      maskedCopy({
        credentials: { email: 'a@b.c', password: 'abc' },
        token: 'abc',
        tokens: ['abc', { value: 'abc', at: 5 }],
        accessTokenExpiresIn: 3_600,
        pass: 3,
        name: 'Ana',
      }),
    ).toEqual({
      credentials: { email: masked, password: masked },
      token: masked,
      tokens: [masked, { value: masked, at: masked }],
      accessTokenExpiresIn: masked,
      pass: 3,
      name: 'Ana',
    })
  })

  test('masks tokens in texts and in errors', () => {
    expect(maskedCopy(new Error('refused: Bearer abcdefgh'))).toMatchObject({ message: 'refused: Bearer abcd…' })
  })

  test('masks a text with the form of a token under any name', () => {
    const token = 'fGte9aB:APA91bH-0123456789abcdefghijABCDEFGHIJ_klmnopqrst'
    expect(maskedCopy({ output: token, url: `https://x/${token}?a=1` })).toEqual({
      output: 'fGte…',
      url: 'https://x/fGte…?a=1',
    })
    const harmless = {
      id: '3f2b8c1e-9d47-4c55-8a11-0e5f7ab0c9d2',
      at: '2026-11-21T12:00:00.000Z',
      state: 'worn.mode.transparent.backgroundOfTheWholePage',
    }
    expect(maskedCopy(harmless)).toEqual(harmless)
  })

  test('keeps null, empty and undefined secrets unchanged', () => {
    expect(maskedCopy({ token: null, password: '', secret: undefined })).toEqual({
      token: null,
      password: '',
      secret: undefined,
    })
  })

  test('masks secrets inside any value', () => {
    const secret = 'ThisIsTheSecret'
    const around = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constant({ token: secret }),
        fc.constant({ password: [secret, new Map([['x', secret]])] }),
        fc.constant(new Map([['authorization', { scheme: secret }]])),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
        fc.array(tie('value'), { maxLength: 3 }).map((values) => new Set(values)),
        tie('value').map((cause) => new Error('failed', { cause })),
      ),
    })).value
    fc.assert(fc.property(around, (value) => !JSON.stringify(maskedCopy(value) ?? null).includes(secret)))
  })
})

describe('a copy of maskedCopy', () => {
  test('is plain JSON for any value', () => {
    fc.assert(
      fc.property(
        fc.anything({ withMap: true, withSet: true, withDate: true, withBigInt: true, withTypedArray: true }),
        (value) => {
          const copy = maskedCopy({ value })
          expect(JSON.parse(JSON.stringify(copy))).toEqual(JSON.parse(JSON.stringify(copy)))
        },
      ),
    )
  })

  test('describes values that JSON cannot hold', () => {
    class Board {
      revision = 2
    }
    expect(
      maskedCopy({
        board: new Board(),
        map: new Map([['a', 1]]),
        set: new Set(['b']),
        when: new Date(0),
        never: new Date(Number.NaN),
        actor: createActor(gateMachine, { id: 'gate:1' }),
        run: function later() {},
        times: new Float64Array([1, 2]),
        none: undefined,
      }),
    ).toEqual({
      board: { '…': 'Board {1}', revision: 2 },
      map: { '…': 'Map (1)', a: 1 },
      set: { '…': 'Set (1)', 0: 'b' },
      when: '1970-01-01T00:00:00.000Z',
      never: 'data inválida',
      actor: 'ator gate:1',
      run: 'função later',
      times: { '…': 'Float64Array [2]', 0: 1, 1: 2 },
      none: undefined,
    })
  })

  test('ends at a circular reference and repeats a shared value', () => {
    const shared = { a: 1 }
    const loop: Record<string, unknown> = { one: shared, other: shared }
    loop.self = loop
    expect(maskedCopy(loop)).toEqual({ one: { a: 1 }, other: { a: 1 }, self: '… o mesmo que acima' })
  })

  test('keeps to its limits and notes how much is left out', () => {
    const limits = { depth: 2, members: 3, text: 5, values: 100 }
    expect(maskedCopy({ list: [1, 2, 3, 4, 5], text: 'abcdefgh', deep: { a: { b: 1 } } }, limits)).toEqual({
      list: [1, 2, 3, '… mais 2'],
      text: 'abcde… (8 caracteres)',
      deep: { a: '… {1}' },
    })
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 1))
    expect(JSON.stringify(maskedCopy(wide, { ...limits, members: 100 })).length).toBeLessThan(3_000)
  })

  test('contains the error of a getter that throws', () => {
    const broken = {
      get value(): never {
        throw new Error('not now')
      },
    }
    expect(maskedCopy(broken)).toMatchObject({ value: { message: 'not now' } })
  })
})
