import * as v from 'valibot'

/** `/openapi.json`, as far as a reader of the contract needs it; a kept validator checks the whole. */
export const openApiDocument = v.looseObject({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.record(v.string(), v.record(v.string(), v.unknown())),
})

export type OpenApiDocument = v.InferOutput<typeof openApiDocument>
