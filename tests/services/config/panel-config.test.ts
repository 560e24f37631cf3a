import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkPanelConfig, readPanelConfig } from '../../../src/services/config/panel-config.ts'
import { recordingLog } from '../parts/recording-log.ts'

const origin = 'http://guarita.local:8080'

afterEach(() => vi.unstubAllGlobals())

describe('configuration (CFG-1)', () => {
  test('is the defaults if the file is empty', () => {
    expect(checkPanelConfig({}, origin)).toEqual({
      kind: 'valid',
      config: {
        apiUrl: '/rest',
        deviceUrl: '/device-control',
        healthUrl: '/rest',
        socketUrl: origin,
        socketNamespace: '',
        inspector: false,
        sharedComputer: false,
        offlineStart: true,
      },
    })
  })

  test('has a healthUrl that follows apiUrl', () => {
    const outcome = checkPanelConfig({ apiUrl: 'https://api.example/v1' }, origin)
    expect(outcome).toMatchObject({ config: { healthUrl: 'https://api.example/v1' } })
  })

  test.each([
    ['apiUrl', { apiUrl: 'rest' }],
    ['apiUrl', { apiUrl: 'javascript:alert(1)' }],
    ['apiUrl', { apiUrl: '//other.host/rest' }],
    ['healthUrl', { healthUrl: '/\\other.host/rest' }],
    ['deviceUrl', { deviceUrl: 7 }],
    ['socketNamespace', { socketNamespace: 'eventos' }],
    ['firebase.vapidKey', { firebase: { apiKey: 'a', projectId: 'p', messagingSenderId: 'm', appId: 'i' } }],
    ['inspector', { inspector: 'yes' }],
  ])('names an invalid %s', (key, candidate) => {
    expect(checkPanelConfig(candidate, origin)).toEqual({ kind: 'invalid', key })
  })

  test.each([
    ['is missing', () => new Response('', { status: 404 })],
    ['is no JSON', () => new Response('<html>')],
    ['is no object', () => Response.json('x')],
    ['cannot be fetched', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('is the defaults with one warning if the file %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    const log = recordingLog()
    expect(await readPanelConfig(origin, log)).toMatchObject({ kind: 'valid', config: { apiUrl: '/rest' } })
    expect(log.messages).toHaveLength(1)
  })

  test('is never taken from a cache', async () => {
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}))
    vi.stubGlobal('fetch', fetched)
    await readPanelConfig(origin, recordingLog())
    expect(fetched.mock.calls).toEqual([['/config.json', { cache: 'no-store' }]])
  })
})
