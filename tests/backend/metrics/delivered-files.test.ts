import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { serverMetrics } from '../../../backend/metrics/server-metrics.ts'
import { preparedImage } from '../../prepared-database.ts'

const docsDir = join(import.meta.dirname, '../../../docs')
const rules = join(docsDir, 'deploy/prometheus-alerts.yaml')
const delivered = [rules, join(docsDir, 'deploy/grafana-dashboard.json'), join(docsDir, 'logs-and-metrics.md')]

/** Resolves to the names of all metrics, including metrics that only some installations have. */
async function namesOfMetrics(): Promise<Set<string>> {
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('demo') })
  await database.execute('insert into last_backup (has_failed, succeeded_at) values (false, now())')
  const app = fastify()
  const metrics = serverMetrics(app, {
    database: { ...database, poolCounts: () => ({ open: 1, idle: 1, waiting: 0 }) },
    bus: { isConnected: () => true },
    realtime: { socketCounts: () => new Map() },
    contacts: { freeForMonitor: () => ({ quick: 1, slow: 1 }) },
    securityCounts: { 'sign-in-locked': 0 },
    warnings: { counts: () => ({ 'unsound-chain': 0, 'uncut-chain': 0, anchor: 0, clock: 0, disk: 0, bus: 0 }) },
    readiness: async () => 'ready',
    anchorFailures: { GUARITA_EVIDENCE_ANCHOR: 0 },
    version: '1',
    commit: null,
    diskPath: tmpdir(),
    now: Date.now,
  })
  await app.inject('/nothing')
  const text = await metrics.text()
  await app.close()
  await database.close()
  return new Set(Array.from(text.matchAll(/^([a-z]\w*)[ {]/gm), ([, name = '']) => name))
}

it('every metric in the alert rules, the dashboard and the document exists, and the document names each metric of Guarita (OPS-2)', async () => {
  const names = await namesOfMetrics()
  const named = delivered.map(
    (path) => new Set(readFileSync(path, 'utf8').match(/\b(?:guarita|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g)),
  )
  const isKnown = (name: string) => names.has(name) || names.has(`${name}_count`) || name === 'nodejs_eventloop_lag'
  for (const [at, used] of named.entries())
    expect([delivered[at], [...used].filter((name) => !isKnown(name))]).toEqual([delivered[at], []])
  const own = [...names]
    .filter((name) => name.startsWith('guarita_'))
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect([...new Set(own)].filter((name) => !named[2]?.has(name))).toEqual([])
  // If a pattern found no name, the test would accept every file.
  for (const used of named) expect(used.size).toBeGreaterThan(14)
})

it.skipIf(spawnSync('promtool', ['--version']).status !== 0)('promtool accepts the alert rules (OPS-2)', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('16 rules found')
})
