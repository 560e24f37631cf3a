import { expect, expectTypeOf, test } from 'vitest'
import type { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import type { healthMachine } from '../../../src/machines/health/health.machine.ts'
import {
  type ActorId,
  flow,
  type SignedInAddress,
  sessionFlows,
  signedInAddresses,
} from '../../../src/machines/panel/flows.ts'
import { panelMachine } from '../../../src/machines/panel/panel.machine.ts'
import { machineNotProvided } from '../../../src/machines/parts/not-provided.ts'
import type { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import type { MenuEntry } from '../../../src/ui/layout/menu.ts'

const socket = machineNotProvided<typeof socketMachine>()
const health = machineNotProvided<typeof healthMachine>()

test('a flow is forwarded only what its chart knows, with what it carries', () => {
  flow(socket, { input: () => ({ namespace: '' }), hears: ['page.shown', 'connectivity.online'] })
  // @ts-expect-error the socket's chart knows no such event
  flow(socket, { input: () => ({ namespace: '' }), hears: ['socket.lost'] })
  // @ts-expect-error the root never reports this
  flow(socket, { input: () => ({ namespace: '' }), hears: ['link.up'] })
})

test('a flow is started with what its chart asks for', () => {
  // @ts-expect-error the socket wants a namespace
  flow(socket, {})
  // @ts-expect-error and health a condominium
  flow(health, { input: () => ({ namespace: '' }) })
  // @ts-expect-error who needs nothing is given nothing
  flow(machineNotProvided<typeof demoProductsMachine>(), { input: () => ({ userId: 'u1' }) })
})

test('ids and addresses are those of the list', () => {
  expectTypeOf<'devices'>().toExtend<ActorId>()
  expectTypeOf<'gates'>().not.toExtend<ActorId>()
  expectTypeOf<'/devices/:wordCode'>().toExtend<SignedInAddress>()
  expectTypeOf<MenuEntry['href']>().toEqualTypeOf<SignedInAddress>()
  expect(Object.keys(panelMachine.implementations.actors)).toEqual(expect.arrayContaining(Object.keys(sessionFlows)))
  expect(signedInAddresses).toContain('/devices/:wordCode')
  expect(new Set(signedInAddresses).size).toBe(signedInAddresses.length)
})
