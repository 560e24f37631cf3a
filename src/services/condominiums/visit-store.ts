import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'

const visitsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ kind: v.picklist(['condominium', 'device']), id: v.string(), at: v.number() })),
)

type KeptVisits = v.InferOutput<typeof visitsSchema>

/** The pages that a person opened in this browser (PAGE-6); empty without readable data. */
export function readVisits(localData: LocalData, userId: string): KeptVisits {
  const parsed = v.safeParse(visitsSchema, localData.read(visitsKey(userId)))
  return parsed.success ? parsed.output : []
}

export function storeVisits(localData: LocalData, userId: string, visits: Readonly<KeptVisits>): void {
  localData.write(visitsKey(userId), JSON.stringify(visits))
}

export function visitsKey(userId: string): string {
  return `guarita:visits:${userId}`
}
