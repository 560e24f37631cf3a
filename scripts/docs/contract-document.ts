import { jsonSchemasOf } from '../../backend/openapi/json-schemas.ts'
import { rights, rightWords } from '../../contract/rights.ts'
import { errorTexts } from '../../contract/wire/answers/errors.ts'
import { errorsOfAll, headerRules } from '../../contract/wire/route.ts'
import { connectErrors, handshakeAuth, socketMessages } from '../../contract/wire/sockets.ts'
import { bullets, code, heading, lines, table } from './markdown.ts'

/** Rules of the contract that `openapi.json` cannot express. */
export function contractDocument(): string {
  const { schemas } = jsonSchemasOf({ ...socketMessages, handshakeAuth })
  const payload = (name: string) => code(JSON.stringify(schemas[name]))
  return lines(
    heading(1, 'Contract between the panel and its servers'),
    'With this document and [`openapi.json`](openapi.json) you can connect the panel to a server of your own. `openapi.json` has every call: ' +
      'path, parameters, bodies, answers, errors, right. A running server has the same at `GET /openapi.json` and as a page at `/docs/api` ' +
      '(`GUARITA_API_REFERENCE=off` switches both off). This document has the rules that a schema cannot express.',
    'Both are made by `npm run docs` from `contract/wire/`. A test calls every route of the embedded server and compares the answers with the schemas.',
    heading(2, 'Connect your own server'),
    [
      '1. Answer the calls of `openapi.json`. Only the calls under the tag Simulator belong to the embedded server alone.',
      '2. Serve `/config.json` beside the panel: `apiUrl` in place of `/rest`, `deviceUrl` in place of `/device-control`, and where the sockets are.',
      '3. If the server has another origin than the panel, allow the origin of the panel (CORS) and the headers below, and expose `Retry-After`, `ETag` and `Date`.',
      '4. Return in `GET {apiUrl}/capabilities` whether the server has incidents. If the call answers 404, the panel shows devices in trouble and alerts instead.',
      '5. Send the messages under Realtime.',
      '6. Compare your answers with `tests/backend/contract`, which checks one answer of each call. The embedded backend in `backend/` is the reference.',
    ].join('\n'),
    heading(2, 'Rules for every call'),
    bullets([
      'Bodies are JSON in UTF-8. A time is ISO 8601; the embedded server writes it in UTC with `Z`.',
      'The panel ignores unknown fields. If a field is missing that has a default or is not required, the panel uses the default. The embedded server sends all fields that have a default.',
      'If an item of a list does not fit its schema, the panel keeps the list: an unreadable device, incident or event with a readable id is shown as unknown, another item is left out, and a sentence counts both. A list with an `ETag` must fit as a whole, because a person saves it as a whole (HTTP-7).',
      'A parameter `userId` is the id of the caller.',
      'A record of another customer answers 404, never 403, so that ids cannot be guessed.',
    ]),
    heading(2, 'Rights'),
    'A call names the right that it needs in `security`. The sign-in answers with the rights of the person (`user.permissions`); the panel hides what the person may not use.',
    table(
      ['right', 'in the panel'],
      rights.map((right) => [code(right), rightWords[right]]),
    ),
    heading(2, 'Headers'),
    table(
      ['header', 'what it is for'],
      Object.entries(headerRules).map(([name, rule]) => [code(name), rule]),
    ),
    heading(2, 'Errors'),
    'The body of every error is `Error`, unless the call names another schema. `message` is a text for a person (pt-BR); the table has the default text. ' +
      'A 422 has `fields`: a text for each wrong field, by its path.',
    table(
      ['status', 'text', 'when, for every call'],
      Object.entries(errorTexts).map(([status, text]) => [status, text, reasonOfAll(status)]),
    ),
    heading(2, 'Realtime'),
    `Socket.IO 4 at \`socketUrl\` + \`socketNamespace\`, path \`/socket.io\`. The \`auth\` of the handshake is ${payload('handshakeAuth')}, or the ` +
      `header \`Authorization\` if the transport can send it. A refused handshake has the message ${Object.values(connectErrors).map(code).join(', ')}. ` +
      'A socket gets only messages about condominiums that its user may see.',
    table(
      ['message', 'schema of the payload'],
      Object.keys(socketMessages).map((name) => [code(name), payload(name)]),
    ),
    heading(2, 'Push'),
    'A push message of Firebase has the schema `PushPayload` of `openapi.json` (PUSH-2).',
  )
}

function reasonOfAll(status: string): string {
  return Object.entries(errorsOfAll).find(([each]) => each === status)?.[1] ?? ''
}
