import { describe, expect, it } from 'vitest'
import type { Route } from '../../contract/wire/route.ts'
import { routes } from '../../contract/wire/routes.ts'

const all: Route[] = Object.values(routes).flatMap((topic) => Object.values<Route>(topic))

/** PUT routes that replace no record that two people edit. */
const withoutVersion: Readonly<Record<string, string>> = {
  '/procedure-lists': 'replaces several records, and states the version of each record in its body',
  '/simulator/device/:wordCode': 'sets the fault of a simulated device, in tests only',
  '/simulator/devices': 'sets the fault of simulated devices, in tests only',
}

const puts = all.filter(({ method }) => method === 'PUT')
const records = puts.filter(({ path }) => !(path in withoutVersion))
const lastPart = (path: string) => path.split('/').at(-1)

describe('a PUT that replaces a record', () => {
  it.each(records.map((route) => [route.path, route] as const))(
    '%s accepts If-Match, answers 412 with the current record, and sends the ETag',
    (_, { requestHeaders, responseHeaders, errors, errorBodies = {} }) => {
      expect(requestHeaders).toEqual(['If-Match'])
      expect(responseHeaders).toEqual(['ETag'])
      expect(errors).toHaveProperty('412')
      expect(errorBodies).toHaveProperty('412.entries.current')
    },
  )

  it.each(records.map((route) => [route.path, route] as const))(
    '%s has a GET that sends the ETag',
    (path, { base }) => {
      const reads = all.filter(
        ({ method, responseHeaders, ...read }) =>
          method === 'GET' &&
          read.base === base &&
          lastPart(read.path) === lastPart(path) &&
          read.path.split('/')[1] === path.split('/')[1] &&
          responseHeaders?.includes('ETag'),
      )
      expect(reads).not.toEqual([])
    },
  )
})

it('a PUT without a version is in the list, and only a PUT without a version is', () => {
  const without = puts.filter(({ requestHeaders }) => requestHeaders === undefined).map(({ path }) => path)
  expect(without.toSorted()).toEqual(Object.keys(withoutVersion).toSorted())
})
