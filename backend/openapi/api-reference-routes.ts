import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type OpenApiDocument, pageRoutes } from '../../contract/wire/routes/page.ts'
import { serve } from '../access/contract-route.ts'
import { compressAnswers } from '../http/compression.ts'

const { openApi, apiReference } = pageRoutes
const files = ['swagger-ui.css', 'swagger-ui-bundle.js']
const viewer = fileURLToPath(new URL('static', import.meta.resolve('@fastify/swagger-ui/package.json')))

/** Without calls: trying one out would act on a real gate. */
const script = `SwaggerUIBundle({ url: '${openApi.path}', dom_id: '#reference', deepLinking: true, docExpansion: 'list', defaultModelRendering: 'model', supportedSubmitMethods: [], validatorUrl: null })`

const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Guarita API</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="${apiReference.path}/swagger-ui.css">
  <div id="reference"></div>
  <script src="${apiReference.path}/swagger-ui-bundle.js"></script>
  <script>${script}</script>
</html>
`

/** No other host, and no script but the viewer's own. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the contract as OpenAPI, and a page that shows it, without a token: both are the same for every installation of a version. */
export async function apiReferenceRoutes(app: FastifyInstance, version: string): Promise<void> {
  let made: Promise<OpenApiDocument> | undefined
  await app.register(async (scope) => {
    await compressAnswers(scope)
    serve(scope, openApi, (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      // The converter loads at the first request, to keep the start fast.
      made ??= import('./openapi-document.ts').then(({ makeOpenApiDocument }) => makeOpenApiDocument(version))
      return made
    })
    serve(scope, apiReference, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
        .type(apiReference.mediaType)
        .send(page),
    )
    await scope.register(fastifyStatic, {
      root: viewer,
      prefix: `${apiReference.path}/`,
      decorateReply: false,
      allowedPath: (path) => files.includes(path.slice(1)),
    })
  })
}
