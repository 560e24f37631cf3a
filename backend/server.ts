import type { FastifyInstance } from 'fastify'
import type { Activity, ActivityKind } from '../contract/wire/answers/events.ts'
import { tokenLookup } from './access/token-lookup.ts'
import { quotaOf } from './audit/declared-quota.ts'
import type { BackendOptions } from './backend-options.ts'
import { bounds } from './bounds.ts'
import { busOver } from './bus/bus.ts'
import { cepLookup } from './cep/cep-lookup.ts'
import { watchClock } from './clock/clock-watch.ts'
import type { Database } from './database/database.ts'
import { lockDataDir } from './database/embedded/data-lock.ts'
import { migrate } from './database/migrations.ts'
import { usualDays } from './database/table.ts'
import { checkClock } from './database/trusted-clock.ts'
import { contactNotes } from './devices/contact-notes.ts'
import { deviceCommands } from './devices/device-commands.ts'
import { deviceConnections } from './devices/device-connections.ts'
import { deviceContacts } from './devices/device-contacts.ts'
import { deviceNetworks } from './devices/device-networks.ts'
import { settleUnanswered } from './devices/unanswered-commands.ts'
import { gateEvents } from './events/gate-events.ts'
import { anchorAt } from './evidence/anchors.ts'
import { startSigning } from './evidence/signing.ts'
import { openSigningKey, readKeyFile } from './evidence/signing-key.ts'
import { timeStampAnchor } from './evidence/time-stamps.ts'
import { boundPort } from './free-port.ts'
import { checkTimes } from './health/check-times.ts'
import { deviceChecks } from './health/device-checks.ts'
import { startDeviceMonitor } from './health/device-monitor.ts'
import { checkPace } from './health/due-checks.ts'
import { beginRun } from './health/server-runs.ts'
import { startHousekeeping } from './housekeeping.ts'
import { callerAddress, usualLimits } from './http/connection-limits.ts'
import { drainOf, longestDrainMs } from './http/drain.ts'
import { listCache } from './http/list-cache.ts'
import { emptyApplication, httpApplication } from './http-application.ts'
import { idempotentCalls, sharedLeaseMs } from './idempotency/idempotent-calls.ts'
import { keepingAnswers } from './idempotency/kept-answer.ts'
import { startIncidents } from './incidents/incident-engine.ts'
import { localCommands } from './local-commands/local-commands.ts'
import { openLocalDoor } from './local-commands/local-door.ts'
import type { LogOptions } from './logging/server-log.ts'
import { notifyOfEndingTokens } from './machines/token-end-warnings.ts'
import { openDatabase } from './open-database.ts'
import { portTests } from './port-tests/port-tests.ts'
import { diskReserve } from './readiness/disk-reserve.ts'
import { serverWarnings } from './readiness/warnings.ts'
import { type Realtime, startRealtime } from './realtime/realtime.ts'
import { retentionChores } from './retention/retention.ts'
import { recordRules, rulesOf } from './rules/rules-records.ts'
import { publicPassword } from './seed/accounts.ts'
import { type DemoSignIn, demoSignIns, replacePublicPasswords } from './seed/demo-passwords.ts'
import { OtherSeed, plantSeed, type SeedName, seedOf } from './seed/plant.ts'
import { endExpiredSessions } from './sessions/expired-sessions.ts'
import { fullCost, setPasswordCost } from './sessions/passwords.ts'
import { startDeviceNetwork } from './simulator/device-network.ts'
import { gatePaces, startGatePace } from './simulator/gate-pace.ts'

export type Backend = {
  url: string
  port: number
  /** Seed of the database, from this or an earlier start. */
  seed: SeedName
  database: Database
  emitGateEvent(event: { condominiumId: string; kind?: ActivityKind }): Promise<Activity>
  /** Announces condominium ids without storing anything: for bursts. */
  announce(condominiumIds: string[]): Promise<void>
  /** Lists the demo accounts that can sign in, with known passwords. */
  demoSignIns(): Promise<DemoSignIn[]>
  /** Creates incidents from all events until now. */
  makeIncidents(): Promise<void>
  /** Runs the hourly deletion of expired data now. */
  tidy(): Promise<void>
  /** Lets running calls finish, then ends sockets, requests, timers, simulated devices and the database; safe to call twice. */
  close(): Promise<void>
}

/** As long as the lease of an instance: earlier, a killed instance still counts as running. */
const unansweredEveryMs = sharedLeaseMs
/** Longest time until a new customer has a record of the rules. */
const rulesLookEveryMs = 5 * 60_000
const checksKeptMs = 10 * 60_000
const busLost =
  'As mensagens das outras instâncias não chegam. Esta instância atende chamadas, mas não aceita conexões ao vivo até que o barramento volte.'
const silent: LogOptions = { level: 'silent', format: 'json', write: () => {} }

/** Starts all parts in this process. Rejects with an `OperatorError`, or with the system's error if the port is in use. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { now = Date.now, dataDir, host = '127.0.0.1', demoPassword = publicPassword, version = '0.0.0' } = options
  const cleanUps: (() => Promise<void> | void)[] = []
  setPasswordCost(options.passwordCost ?? fullCost)
  const isShared = options.databaseUrl !== undefined
  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    closing ??= runAll(cleanUps)
    return closing
  }

  try {
    // Read before the first change: a wrong file leaves the data as they are.
    const given = options.evidenceKeyFile === undefined ? undefined : await readKeyFile(options.evidenceKeyFile)
    if (options.databaseUrl === undefined && dataDir !== 'memory') cleanUps.push(await lockDataDir(dataDir))
    options.onStep?.('database')
    const { database: opened, transport } = await openDatabase(options)
    cleanUps.push(() => opened.close())
    const database = keepingAnswers(opened)
    const { seed, replaced } = await database.alone(async (session) => {
      const found = await seedOf(session)
      if (options.isSeedRequired && found !== undefined && found !== options.seed) throw new OtherSeed(found, options)
      options.onStep?.('schema')
      await migrate(session)
      const planted = await plantSeed(session, {
        wanted: options.seed,
        password: demoPassword,
        now: now(),
        pastEvents: options.pastEvents,
        onFill: (part) => options.onStep?.(part ?? 'seed'),
      })
      if (!options.hasNoPublicPassword || planted === 'none') return { seed: planted, replaced: [] }
      return {
        seed: planted,
        replaced: await session.transaction((work) => replacePublicPasswords(work, options.demoPassword, now())),
      }
    })
    const signingKey = await openSigningKey(database, {
      given,
      dataDir: isShared || dataDir === 'memory' ? undefined : dataDir,
    })
    await checkClock(database, now())
    cleanUps.push(await beginRun(database, now))
    const isSimulated = options.simulator ?? seed !== 'none'
    const network = await startDeviceNetwork(database, now, isSimulated)
    cleanUps.push(network.close)

    const app = emptyApplication(options.log ?? silent, options.trustedProxies ?? [], {
      ...usualLimits,
      ...options.connectionLimits,
    })
    const warnings = serverWarnings(app.log)
    const drain = drainOf(app)
    const clock = watchClock(database, now, warnings, app.log)
    cleanUps.push(clock.stop)
    const bus = busOver(database, transport, (isConnected) =>
      warnings.set('bus', options.redisUrl === undefined ? 'PostgreSQL' : 'Redis', isConnected ? undefined : busLost),
    )
    cleanUps.push(bus.close)
    const tokens = tokenLookup(database, now)
    const realtime = await startRealtime(app.server, {
      database,
      bus,
      tokens,
      addressOf: callerAddress(options.trustedProxies ?? []),
      now,
      version,
      namespaces: options.socketNamespaces ?? [],
      origins: options.corsOrigins ?? [],
      // With several instances, a polling request may reach an instance that does not know the socket.
      transports: options.socketTransports ?? (isShared ? ['websocket'] : ['websocket', 'polling']),
      sessionSweepMs: options.sessionSweepMs ?? 15_000,
      handshakeMs: options.connectionLimits?.headersMs,
    })
    cleanUps.push(() => closeServing(app, realtime))
    const diskPath = isShared || dataDir === 'memory' ? undefined : dataDir
    const reserve = diskReserve(diskPath, { measure: options.measureDisk, warnings })
    const gate = gateEvents({ database, bus, diskReserve: reserve, now })
    const pace = checkPace(options.monitorEveryMs || checkTimes.everyMs)
    const networks = deviceNetworks(database, now, isSimulated)
    const connections = deviceConnections(networks)
    const deviceTimeoutMs = options.deviceTimeoutMs ?? bounds.deviceTime.most.timeMs
    const notes = contactNotes({ database, gate, nextCheckMs: pace.nextCheckMs, now })
    const contacts = deviceContacts({ connections, notes, now, deviceTimeoutMs })
    const leaseMs = isShared ? sharedLeaseMs : 0
    const calls = idempotentCalls(database, now, leaseMs)
    const commands = deviceCommands({
      database,
      contacts,
      now,
      leaseMs,
      waitMs: deviceTimeoutMs + checkTimes.turnSlackMs,
    })
    const unanswered = startHousekeeping(
      { commands: () => settleUnanswered({ database, contacts, commands, now }) },
      options.unansweredEveryMs ?? unansweredEveryMs,
    )
    // Done after the connections are cut: then no question to a device is waited for.
    cleanUps.push(unanswered.stop)
    cleanUps.push(async () => {
      connections.close()
      await Promise.all([calls.settled(), contacts.settled()])
    })
    const incidents = startIncidents({ database, bus, now })
    cleanUps.push(incidents.stop)
    const ports = portTests(database, networks, now)
    const checks = deviceChecks({ contacts, now })
    const housekeeping = startHousekeeping({
      checks: () => checks.idle(checksKeptMs).forEach(checks.forget),
      ports: ports.tidy,
      sessions: () => endExpiredSessions(database, now()),
      machineTokens: () => notifyOfEndingTokens(bus, now()),
      ...retentionChores({ database, signingKey, warnings, now }, options.keptDays ?? usualDays),
    })
    cleanUps.push(housekeeping.stop)
    await housekeeping.tidy()
    const { evidenceAnchor, timeStampAuthority } = options
    const anchors = [
      ...(evidenceAnchor === undefined ? [] : [anchorAt(evidenceAnchor)]),
      ...(timeStampAuthority === undefined ? [] : [timeStampAnchor(database, timeStampAuthority)]),
    ]
    const anchorFailures = Object.fromEntries(anchors.map(({ variable }) => [variable, 0]))
    const signing = await startSigning({ database, signingKey, anchors, failures: anchorFailures, warnings, now })
    cleanUps.push(signing.stop)
    const { commit = null } = options
    const rules = rulesOf({ version, commit })
    await recordRules(database, rules, now(), { isStart: true })
    const stating = startHousekeeping(
      { rules: () => recordRules(database, rules, now(), { isStart: false }) },
      rulesLookEveryMs,
    )
    cleanUps.push(stating.stop)
    await httpApplication(app, {
      database,
      clock,
      isShared,
      bus,
      tokens,
      realtime,
      gate,
      portTests: ports,
      connections,
      contacts,
      commands,
      contactState: notes.contactState,
      lists: listCache(),
      checks,
      network,
      networks,
      isSimulated,
      idempotentCalls: calls,
      isEnding: drain.isEnding,
      signingKey,
      warnings,
      findCep: cepLookup(options.cepUrl),
      hasApiReference: options.hasApiReference ?? true,
      now,
      panelDir: options.panelDir,
      config: options.config ?? {},
      version,
      corsOrigins: options.corsOrigins ?? [],
      trustedProxies: options.trustedProxies ?? [],
      metricsToken: options.metricsToken,
      diskPath,
      diskReserve: reserve,
      declaredQuota: quotaOf(options),
      anchorFailures,
      commit,
    })
    if (!isShared && dataDir !== 'memory')
      cleanUps.push(await openLocalDoor(dataDir, localCommands, { database, bus, now }, app.log))
    await app.listen({ host, port: options.port })
    const gatePace = gatePaces[seed]
    if (options.humanPace && gatePace !== undefined) cleanUps.push(await startGatePace(database, gate, gatePace))
    void unanswered.tidy()
    if (options.monitorEveryMs) cleanUps.push(startDeviceMonitor({ database, contacts, pace, now }))
    // Pushed last, so that it is done first: running calls still need every part.
    cleanUps.push(() => drain.end(options.drainMs ?? longestDrainMs))
    const port = boundPort(app.server)
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      seed,
      database,
      emitGateEvent: gate.make,
      announce: (condominiumIds) => bus.publish({ kind: 'condominiums', list: condominiumIds }),
      async demoSignIns() {
        const known = new Map(replaced.map((each) => [each.email, each]))
        return (await demoSignIns(database, demoPassword)).map((each) => known.get(each.email) ?? each)
      },
      makeIncidents: incidents.catchUp,
      tidy: housekeeping.tidy,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function runAll(cleanUps: (() => Promise<void> | void)[]): Promise<void> {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
}

function closeServing(app: FastifyInstance, realtime: Realtime): Promise<void> {
  realtime.close()
  return app.close()
}
