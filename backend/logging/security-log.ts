import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Route } from '../../contract/wire/route.ts'
import { handoverRoutes } from '../../contract/wire/routes/handovers.ts'
import { invitationRoutes, peopleRoutes } from '../../contract/wire/routes/people.ts'
import { recordRoutes } from '../../contract/wire/routes/records.ts'
import { secondFactorRoutes } from '../../contract/wire/routes/second-factor.ts'
import { sessionRoutes } from '../../contract/wire/routes/session.ts'
import { mountPoints } from '../../contract/wire/routes.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'

/** Kinds of security events, with their log text (OPS-2; docs/logs-and-metrics.md explains each). */
export const securityKinds = {
  'sign-in-failed': 'entrada recusada: e-mail, senha ou código',
  'sign-in-locked': 'entrada recusada: tentativas demais',
  'link-failed': 'link de uso único recusado',
  'records-limited': 'cota diária de registros de uma pessoa esgotada',
  refused: 'pedido sem direito recusado',
  'rights-changed': 'acesso de uma pessoa alterado',
  'session-ended': 'sessão encerrada por outra',
  'password-changed': 'senha alterada, outras sessões encerradas',
  'second-factor-changed': 'verificação em duas etapas ativada ou desativada',
  command: 'comando nesta máquina',
  'chain-unsound': 'a corrente de registros não confere',
} as const

export type SecurityKind = keyof typeof securityKinds

export type SecurityCounts = Readonly<Record<string, number>>

const named = v.object({ email: v.string() })
const pathId = v.object({ id: v.string() })
const longestAgent = 200

/**
 * Logs each security event as a warning, so that the default level contains it. `security` is the kind; further fields are the address, the
 * signed-in user's id, and a keyed hash of the entered e-mail, equal on all instances. Events are detected by route and status, so a route
 * cannot omit them. Returns the counts.
 */
export async function securityLog(app: FastifyInstance, database: Queryable): Promise<SecurityCounts> {
  const key = await logKey(database)
  const counts: Record<string, number> = Object.fromEntries(Object.keys(securityKinds).map((kind) => [kind, 0]))
  app.addHook('onResponse', async (request, reply) => {
    const kind = kindOf(request, reply)
    if (kind === undefined) return
    counts[kind] = (counts[kind] ?? 0) + 1
    const entered = v.safeParse(named, request.body)
    const about = v.safeParse(pathId, request.params)
    request.log.warn(
      {
        security: kind,
        ip: request.ip,
        ...(request.identity && { userId: request.identity.account.userId }),
        ...(entered.success &&
          passwordRoutes.some((route) => isRoute(request, route)) && {
            account: accountMark(key, entered.output.email),
          }),
        ...(about.success && { about: about.output.id.slice(0, longestAgent) }),
        route: `${request.method} ${request.routeOptions.url ?? ''}`,
        status: reply.statusCode,
        agent: (request.headers['user-agent'] ?? '').slice(0, longestAgent),
      },
      securityKinds[kind],
    )
  })
  return counts
}

/** Resolves to the key for the pseudonyms in the log and for the cookies that identify browsers. */
export async function logKey(database: Queryable): Promise<string> {
  return (await firstValue(database, 'select key from log_key', [], v.string())) ?? ''
}

/** Returns sixteen hexadecimal digits: equal for one e-mail in any spelling, and not reversible without the key. */
export function accountMark(key: string, email: string): string {
  return createHmac('sha256', key).update(email.trim().normalize('NFKC').toLowerCase()).digest('hex').slice(0, 16)
}

const { signIn, prove, changePassword } = sessionRoutes
const { signInCode, confirmSecondFactor, removeSecondFactor } = secondFactorRoutes
/** Routes that check a password or a code. */
const passwordRoutes = [
  ...[signIn, prove, changePassword, handoverRoutes.acceptHandover],
  ...[signInCode, confirmSecondFactor, removeSecondFactor],
]

function kindOf(request: FastifyRequest, reply: FastifyReply): SecurityKind | undefined {
  const { statusCode: status } = reply
  if (status === 403) return request.proof === 'missing' ? undefined : 'refused'
  if (request.proof === 'refused') return 'sign-in-failed'
  if (status === 429 && passwordRoutes.some((route) => isRoute(request, route))) return 'sign-in-locked'
  if (isSignIn(request)) return [400, 401, 422].includes(status) ? 'sign-in-failed' : undefined
  if (isRoute(request, sessionRoutes.changePassword)) return status === 204 ? 'password-changed' : undefined
  if (isRoute(request, signInCode)) return [400, 404, 422].includes(status) ? 'sign-in-failed' : undefined
  if ([confirmSecondFactor, removeSecondFactor].some((route) => isRoute(request, route)))
    return status < 300 ? 'second-factor-changed' : undefined
  if (status === 429 && isRoute(request, recordRoutes.deliverAudit)) return 'records-limited'
  const isLink = Object.values(invitationRoutes).some((route) => isRoute(request, route))
  if (isLink && [404, 409, 429].includes(status)) return 'link-failed'
  if (status >= 300) return undefined
  if (isRoute(request, sessionRoutes.endSession)) return isOwnSession(request) ? undefined : 'session-ended'
  if (isRoute(request, invitationRoutes.acceptInvitation)) return 'rights-changed'
  const changes = Object.values(peopleRoutes).filter(({ method }) => method !== 'GET')
  return changes.some((route) => isRoute(request, route)) ? 'rights-changed' : undefined
}

function isSignIn(request: FastifyRequest): boolean {
  return isRoute(request, sessionRoutes.signIn)
}

function isRoute(request: FastifyRequest, { method, path }: Route): boolean {
  return request.method === method && request.routeOptions.url === `${mountPoints.api}${path}`
}

function isOwnSession(request: FastifyRequest): boolean {
  const ended = v.safeParse(pathId, request.params)
  return ended.success && request.identity?.sessionId === ended.output.id
}
