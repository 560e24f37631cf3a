import type { Database } from '../database/database.ts'
import { type Housekeeping, startHousekeeping } from '../housekeeping.ts'
import type { Warnings } from '../readiness/warnings.ts'
import { type Anchor, probeAnchor, sendHeads, WrongAnchor } from './anchors.ts'
import { signedEveryMs, signGrownChains } from './heads.ts'
import type { SigningKey } from './signing-key.ts'

type Parts = {
  database: Database
  signingKey: SigningKey
  anchors: readonly Anchor[]
  /** Numbers of failed deliveries; the name is the variable that configures the anchor. */
  failures: Record<string, number>
  warnings: Warnings
  now: () => number
}

/**
 * Signs the chains and sends their heads to the anchors, now and every 5 minutes (EVI-3, EVI-5). Rejects with an `OperatorError` for a wrong
 * anchor.
 */
export async function startSigning({
  database,
  signingKey,
  anchors,
  failures,
  warnings,
  now,
}: Parts): Promise<Housekeeping> {
  const sign = () =>
    signGrownChains(database, signingKey, now(), (id, problem) => warnings.set('unsound-chain', id, problem))
  const hasProblem = (id: string) => warnings.text('unsound-chain', id) !== undefined
  const note = (anchor: Anchor, failure: unknown) => {
    warnings.set('anchor', anchor.variable, textOf(anchor, failure))
    if (failure !== undefined) failures[anchor.variable] = (failures[anchor.variable] ?? 0) + 1
  }
  const send = (anchor: Anchor) =>
    sendHeads(database, anchor, now(), hasProblem).then(
      () => note(anchor, undefined),
      (failure) => note(anchor, failure),
    )

  await sign().catch((error) => console.error('housekeeping failed:', 'heads', error))
  await Promise.all(
    anchors.map(async (anchor) => {
      const failure = await probeAnchor(database, anchor, now())
      if (failure === undefined) await send(anchor)
      else note(anchor, failure)
    }),
  )
  return startHousekeeping({ heads: sign, anchors: () => Promise.all(anchors.map(send)) }, signedEveryMs)
}

function textOf({ variable }: Anchor, failure: unknown): string | undefined {
  if (failure === undefined) return undefined
  const reason = failure instanceof WrongAnchor ? failure.message : 'não houve resposta, ou a resposta foi um erro'
  return `${variable}: as cabeças assinadas não saem deste servidor (${reason}). Ele tenta de novo a cada 5 minutos.`
}
