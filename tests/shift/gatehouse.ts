import { vi } from 'vitest'
import { seededRandom } from '../../backend/seed/seeded-random.ts'
import { openBrowser } from './browser-of-shift.ts'
import { createWorld } from './gate-world.ts'
import { closePanel, openPanel, openWall } from './panel-of-shift.ts'

/** The condominium that the person has selected (LIVE-6), and since when, in milliseconds since the epoch. */
export interface Choice {
  condominiumId: string | null
  at: number
}

type Shape = Omit<Parameters<typeof createWorld>[0], 'startedAt' | 'random'>
export type OpenGatehouse = Awaited<ReturnType<typeof openGatehouse>>

/** A world on a simulated clock, the panel in it, and a wall. Every module of the product is loaded again. */
export async function openGatehouse(shape: Shape) {
  const startedAt = Date.parse('2026-11-22T18:00:00-03:00')
  vi.useFakeTimers({ now: startedAt })
  vi.resetModules()
  const random = seededRandom(1)
  vi.spyOn(Math, 'random').mockImplementation(random)
  const world = createWorld({ ...shape, startedAt, random })
  const { createServer } = await import('./server-of-shift.ts')
  const server = createServer(world, random)
  const browser = openBrowser(server)
  const panel = await openPanel(server)
  const wall = await openWall(server)
  const { loadViews } = await import('./screen.tsx')
  const views = await loadViews(panel)
  const choice: Choice = { condominiumId: null, at: startedAt }
  return { world, server, browser, panel, wall, views, random, activePlaces: [] as string[][], choice }
}

export function closeGatehouse(gatehouse: OpenGatehouse | undefined): void {
  gatehouse?.wall.stop()
  closePanel(gatehouse?.panel)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}
