import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Flow, page } from '../../../src/composition/flow.ts'
import { pages, sessionFlows } from '../../../src/composition/flows.ts'
import { menu } from '../../../src/composition/menu.ts'
import { panelMachine } from '../../../src/composition/panel-machine.ts'
import type { demoProductsMachine } from '../../../src/machines/demo-products/demo-products.machine.ts'
import type { healthMachine } from '../../../src/machines/health/health.machine.ts'
import type { FlowPlan } from '../../../src/machines/panel/flow-plan.ts'
import type { ActorId } from '../../../src/machines/panel/panel.machine.ts'
import type { socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { isCurrent } from '../../../src/ui/layout/menu/menu.ts'
import { walkedPaths } from '../../e2e/parts/walked-pages.ts'

type SocketPlan = FlowPlan<typeof socketMachine>

describe('the plan of a flow', () => {
  test('accepts only events that the chart handles and the root reports', () => {
    const input = () => ({ namespace: '' })
    expectTypeOf({ input, hears: ['page.shown', 'connectivity.online'] as const }).toExtend<SocketPlan>()
    // The chart of the socket does not handle this event.
    expectTypeOf({ input, hears: ['socket.lost'] as const }).not.toExtend<SocketPlan>()
    // The root never reports this event.
    expectTypeOf({ input, hears: ['link.up'] as const }).not.toExtend<SocketPlan>()
  })

  test('requires exactly the input of the chart', () => {
    const withNamespace = { input: () => ({ namespace: '' }) }
    expectTypeOf({}).not.toExtend<SocketPlan>()
    expectTypeOf(withNamespace).not.toExtend<FlowPlan<typeof healthMachine>>()
    expectTypeOf({ input: () => ({ userId: 'u1' }) }).not.toExtend<FlowPlan<typeof demoProductsMachine>>()
  })

  test('requires the loader of the chart', () => {
    expectTypeOf<Flow<'demoProducts'>>().toHaveProperty('chart')
    expectTypeOf({}).not.toExtend<Flow<'demoProducts'>>()
  })
})

describe('a page', () => {
  test('requires the permission that opens it', () => {
    // @ts-expect-error a page without a permission
    page('/somewhere', { code: async () => () => null })
  })

  test('gets the parameters of its address as props', () => {
    const code = async () => (_: { id: string }) => null
    page('/somewhere/:id', { code, permission: null })
    // @ts-expect-error there is no `id` in the address
    page('/somewhere', { code, permission: null })
  })

  test('has a path at which the accessibility walk opens it, or a reason why not', () => {
    expect(walkedPaths()).toContain('/handover')
  })

  test('has a unique address', () => {
    const addresses = pages.map(({ address }) => address)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain('/devices/:wordCode')
  })
})

describe('the list of flows', () => {
  test('gives the root its children', () => {
    expectTypeOf<'devices'>().toExtend<ActorId>()
    expectTypeOf<'gates'>().not.toExtend<ActorId>()
    expect(Object.keys(panelMachine.implementations.actors)).toEqual(expect.arrayContaining(Object.keys(sessionFlows)))
  })

  test('contains every file of the flows’ folder', async () => {
    const listed = new Set<unknown>([...Object.values(sessionFlows), ...menu.map(({ href }) => href)])
    for (const file of globSync('src/composition/flows/*.ts')) {
      const exported = Object.values(await import(`../../../src/composition/flows/${basename(file)}`))
      for (const flow of exported as Flow<'shell'>[])
        expect(
          listed.has(flow) || listed.has(flow.pages?.[0].address),
          `${file} is not named in src/composition/flows.ts`,
        ).toBe(true)
    }
  })
})

describe('the menu', () => {
  const currentAt = (path: string) => menu.filter((entry) => isCurrent(entry, path)).map(({ label }) => label)

  test('marks the entry of the flow that owns the page', () => {
    expect(currentAt('/condominiums')).toEqual(['Condomínios'])
    expect(currentAt('/condominiums/c1/edit')).toEqual(['Condomínios'])
    expect(currentAt('/Devices/AGUAVIVA-01/')).toEqual(['Dispositivos'])
    expect(currentAt('/indexpage')).toEqual(['Painel'])
    expect(currentAt('/devices/a/b/c')).toEqual([])
    expect(currentAt('/demo/products')).toEqual([])
  })

  test('requires the same permission as the page of the entry', () => {
    for (const { href, permission } of menu)
      expect(permission, href).toBe(pages.find(({ address }) => address === href)?.permission)
    expect(menu.find(({ href }) => href === '/import')?.permission).toBe('import')
  })
})
