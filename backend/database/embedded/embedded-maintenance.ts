import * as v from 'valibot'

const tickMs = 1_000
const quietMs = 200
/** Bytes of log since the last checkpoint: enough for a checkpoint in a quiet moment, and too many to wait for a quiet moment. */
const enoughLogBytes = 16 * 1024 * 1024
const mostLogBytes = 48 * 1024 * 1024
const longestWithoutCheckpointMs = 5 * 60_000
const lookForVacuumMs = 60_000
const betweenVacuumsMs = 5_000
const longestWithoutVacuumMs = 10 * 60_000

/** Table that PostgreSQL's own autovacuum would process next, at its own thresholds; ids are frozen long before they run out. */
const nextVacuum = `
  select format('%I.%I', stat.schemaname, stat.relname) as name,
    stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
      or stat.n_ins_since_vacuum > least(1000 + 0.2 * greatest(class.reltuples, 0), 20000)
      or age(class.relfrozenxid) > 100000000 as "isForVacuum"
  from pg_stat_all_tables stat join pg_class class on class.oid = stat.relid
  where class.relkind in ('r', 'm') and class.relpersistence = 'p'
    and (stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
      or stat.n_ins_since_vacuum > least(1000 + 0.2 * greatest(class.reltuples, 0), 20000)
      or stat.n_mod_since_analyze > 50 + 0.1 * greatest(class.reltuples, 0)
      or age(class.relfrozenxid) > 100000000)
  order by age(class.relfrozenxid) > 100000000 desc, stat.n_dead_tup + stat.n_mod_since_analyze desc
  limit 1`

const vacuumRow = v.object({ name: v.string(), isForVacuum: v.nullable(v.boolean()) })

type Engine = { exec(sql: string): Promise<unknown>; query(sql: string): Promise<{ rows: unknown[] }> }

export type Maintenance = {
  /** Runs a caller's work; maintenance runs between such calls. */
  aside<Result>(work: () => Promise<Result>): Promise<Result>
  /** Makes a checkpoint, then runs the work. No other checkpoint and no other such work starts until the work has ended. */
  afterCheckpoint<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when the running maintenance step and the work after a checkpoint have ended. */
  stop(): Promise<void>
}

/**
 * Checkpoints, vacuums and analyses (DUR-2): PGlite has no background processes. Each step blocks all queries, so the steps are small and
 * run when the database is idle. Under constant load they run anyway, before the log or the dead rows grow out of bounds.
 */
export function startMaintenance(pglite: Engine, files: { logPosition: number }): Maintenance {
  let busy = 0
  let lastWorkAt = 0
  let checkpointAt = { position: files.logPosition, time: performance.now() }
  let vacuumAt = performance.now()
  let underWay: Promise<void> | undefined
  let lastHold: Promise<unknown> = Promise.resolve()
  let holds = 0

  function isQuiet(now: number): boolean {
    return busy === 0 && now - lastWorkAt >= quietMs
  }

  async function tick(): Promise<void> {
    if (holds > 0) return
    const now = performance.now()
    const logged = files.logPosition - checkpointAt.position
    const isLate = now - checkpointAt.time >= longestWithoutCheckpointMs
    if (logged > mostLogBytes || (isQuiet(now) && (logged > enoughLogBytes || (logged > 0 && isLate))))
      return checkpoint()
    const sinceVacuum = now - vacuumAt
    if (sinceVacuum >= longestWithoutVacuumMs || (sinceVacuum >= lookForVacuumMs && isQuiet(now))) await vacuumOne(now)
  }

  async function checkpoint(): Promise<void> {
    const position = files.logPosition
    await pglite.exec('checkpoint')
    checkpointAt = { position, time: performance.now() }
  }

  async function vacuumOne(now: number): Promise<void> {
    const { rows } = await pglite.query(nextVacuum)
    const [next] = v.parse(v.array(vacuumRow), rows)
    vacuumAt = now
    if (next === undefined) return
    await pglite.exec(`${next.isForVacuum ? 'vacuum (analyze)' : 'analyze'} ${next.name}`)
    vacuumAt -= lookForVacuumMs - betweenVacuumsMs
  }

  const timer = setInterval(() => {
    // A failure here (full disk, dead engine) fails for every query too, which reports it.
    underWay ??= tick()
      .catch(() => {})
      .finally(() => {
        underWay = undefined
      })
  }, tickMs).unref()

  return {
    async aside(work) {
      busy += 1
      try {
        return await work()
      } finally {
        busy -= 1
        lastWorkAt = performance.now()
      }
    },
    async afterCheckpoint(work) {
      holds += 1
      const hold = lastHold.then(async () => {
        await underWay
        await checkpoint()
        return work()
      })
      lastHold = hold.catch(() => {})
      return hold.finally(() => {
        holds -= 1
      })
    },
    async stop() {
      clearInterval(timer)
      await underWay
      await lastHold
    },
  }
}
