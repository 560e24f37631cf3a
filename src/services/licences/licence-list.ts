import * as v from 'valibot'

const licences = v.array(v.object({ name: v.string(), version: v.string(), licence: v.string(), text: v.string() }))

/** A piece of somebody else's work in this delivery, with the licence's name and text. */
export type Licence = v.InferOutput<typeof licences>[number]

/** What the build has put into `/licencas.json`, by name (OPS-3). Rejects when it can't be had. */
export async function readLicences(): Promise<Licence[]> {
  const response = await fetch('/licencas.json')
  if (!response.ok) throw new Error(`licencas.json: ${response.status}`)
  return v.parse(licences, await response.json())
}
