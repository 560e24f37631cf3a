import { Validator } from '@seriousme/openapi-schema-validator'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { openApiDocument } from '../../../contract/wire/routes/page.ts'
import { routes } from '../../../contract/wire/routes.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

const operation = v.object({ operationId: v.string() })

let backend: Backend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

describe('GET /openapi.json', () => {
  test('answers with a document that the validator of OpenAPI 3.1 accepts', async () => {
    const document = await (await fetch(`${backend.url}/openapi.json`)).json()
    const validator = new Validator()
    expect(await validator.validate(document)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('has every route of the contract under its name', async () => {
    const document = v.parse(openApiDocument, await (await fetch(`${backend.url}/openapi.json`)).json())
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    const names = operations.map((each) => v.parse(operation, each).operationId)
    expect(names.sort()).toEqual(
      Object.values(routes)
        .flatMap((topic) => Object.keys(topic))
        .sort(),
    )
  })

  test('has no two paths that differ only in the names of their parameters', async () => {
    const document = v.parse(openApiDocument, await (await fetch(`${backend.url}/openapi.json`)).json())
    const paths = Object.keys(document.paths).map((path) => path.replace(/{\w+}/g, '{}'))
    expect(paths).toEqual([...new Set(paths)])
  })

  test('refers only to schemas that the document contains', async () => {
    const text = await (await fetch(`${backend.url}/openapi.json`)).text()
    const { components } = v.parse(openApiDocument, JSON.parse(text))
    const missing = [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].filter(
      ([, kind = '', name = '']) => components[kind]?.[name] === undefined,
    )
    expect(missing).toEqual([])
  })
})

describe('GET /docs/api', () => {
  test('answers with a page whose policy allows no other host and no inline style', async () => {
    const response = await fetch(`${backend.url}/docs/api`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const addresses = [...(await response.text()).matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, address]) => address)
    expect(addresses).toHaveLength(2)
    for (const address of addresses) {
      const file = await fetch(backend.url + address)
      expect([file.status, file.headers.get('content-encoding') !== null], address).toEqual([200, true])
    }
  })

  test('serves no other file of the viewer', async () => {
    expect((await fetch(`${backend.url}/docs/api/index.html`)).status).toBe(404)
  })
})

test('a server without the API reference answers 404 to both addresses', async () => {
  const other = await startTestBackend({ hasApiReference: false })
  try {
    for (const path of ['/openapi.json', '/docs/api']) expect((await fetch(other.url + path)).status, path).toBe(404)
  } finally {
    await other.close()
  }
})
