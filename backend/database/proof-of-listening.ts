/** Pause between two checks that a listening connection leads to the server to which new connections lead (SCA-2). */
export const provenEveryMs = 10_000

const arrivesWithinMs = 5_000

/** Resolves to whether the proof arrives in time. */
export function arrives(proof: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, arrivesWithinMs, false).unref()
  })
  return Promise.race([proof.then(() => true), late])
}
