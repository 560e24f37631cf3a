import type { TestProject } from 'vitest/node'
import { migrate } from '../../../backend/database/migrations.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { type PostgresServer, startPostgres } from '../../postgres-server.ts'
import { fillWithDemo } from '../../prepared-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server for tests with the databases `nothing` (migrated) and `demo`; undefined on the embedded engine. */
    postgresUrl: string | undefined
  }
}

/** Global set-up of Vitest: starts a PostgreSQL for the tests of a project (SCA-1). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  try {
    await prepare(postgres)
  } catch (error) {
    await postgres.stop()
    throw error
  }
  project.provide('postgresUrl', postgres.urlOf('postgres'))
  return () => postgres.stop()
}

async function prepare(postgres: PostgresServer): Promise<void> {
  await postgres.administer('create database nothing')
  const empty = await openPostgresDatabase(postgres.urlOf('nothing'))
  await empty.alone(migrate)
  await empty.close()
  await postgres.administer('create database demo template nothing')
  const demo = await openPostgresDatabase(postgres.urlOf('demo'))
  await fillWithDemo(demo, Date.now())
  await demo.close()
}
