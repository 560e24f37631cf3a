import { bounds } from '../bounds.ts'
import { Refusal } from '../http/refusal.ts'

/** The right to make one dossier now. `signal` aborts at the first call of `leave`. */
export type DossierPlace = { signal: AbortSignal; leave: () => void }

/**
 * Returns a function that reserves a slot for a dossier of a customer (OPS-4). The function throws a 429 `Refusal` if
 * no slot is free.
 */
export function dossierPlaces(): (customersId: string) => DossierPlace {
  const { running, inAll } = bounds.dossiers.most
  const taken: string[] = []
  return (customersId) => {
    const own = taken.filter((each) => each === customersId).length
    if (own >= running || taken.length >= inAll)
      throw new Refusal(429, {
        message: own >= running ? busyText : othersText,
        headers: { 'retry-after': '10' },
      })
    taken.push(customersId)
    const end = new AbortController()
    return {
      signal: end.signal,
      leave() {
        if (end.signal.aborted) return
        end.abort()
        taken.splice(taken.indexOf(customersId), 1)
      },
    }
  }
}

const busyText = 'Outro dossiê desta administradora está sendo feito. Espere o fim dele e tente novamente.'
const othersText = 'O servidor está fazendo outros dossiês. Tente novamente em instantes.'
