import * as v from 'valibot'

const licences = v.array(v.object({ name: v.string(), version: v.string(), licence: v.string(), text: v.string() }))

/** A third-party part of this delivery, with the licence's name and text. */
export type Licence = v.InferOutput<typeof licences>[number]

/** Loads `/licencas.json`, which the build writes, sorted by name (OPS-3). Rejects if the fetch fails. */
export async function readLicences(): Promise<Licence[]> {
  const response = await fetch('/licencas.json')
  if (!response.ok) throw new Error(`licencas.json: ${response.status}`)
  return v.parse(licences, await response.json())
}
