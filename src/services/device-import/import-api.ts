import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import type { Authorization } from '../http/authorization.ts'
import { unsentText } from '../http/call-result.ts'
import { filledPath } from '../http/route-path.ts'
import { createWriteKeys, isFinal } from '../http/write-keys.ts'
import { type ImportAnswer, importAnswer, unexpectedText } from './import-answer.ts'

export interface ImportUpload {
  file: File
  condominiumId: string
  userId: string
}

/** Events of an upload; none follows an end event. */
export type ImportNews =
  /** From 0 to 1. */
  | { type: 'upload.progressed'; share: number }
  /** The server has the whole file and processes it. */
  | { type: 'upload.sent' }
  | ImportAnswer
  /** The server answered 401 for this token (SES-5). */
  | { type: 'upload.unauthorized'; token: string | null; message: string }

export interface ImportApi {
  /** Uploads a spreadsheet of devices (HTTP-5). Returns a cancel function. */
  send(upload: ImportUpload, onNews: (news: ImportNews) => void): () => void
}

export interface ImportApiParts {
  baseUrl: string
  authorization: Authorization
  /** The readable cookie `XSRF-TOKEN`, for same-origin requests (HTTP-3). */
  xsrfToken: () => string | undefined
  /** The page's address, to recognise same-origin requests. */
  pageUrl: string
  /** Whether this computer has a network: a failed upload that began without one was not sent (STATE-8). */
  hasNetwork: () => boolean
  /** Receives an event for each upload, for `watchRequests` (SHELL-2). */
  calls: EventTarget
}

const unauthorizedText = 'Sua sessão não é mais válida. Entre novamente.'

/** Uploads by XMLHttpRequest, because `fetch`, and with it the generic client, reports no upload progress. */
export function createImportApi({
  baseUrl,
  authorization,
  xsrfToken,
  pageUrl,
  hasNetwork,
  calls,
}: ImportApiParts): ImportApi {
  const keys = createWriteKeys()
  const report = (detail: 1 | -1) => calls.dispatchEvent(new CustomEvent('running', { detail }))
  return {
    send({ file, condominiumId, userId }, onNews) {
      const path = filledPath(recordRoutes.importDevices.path, { type: 'device', condominiumId, userId })
      const url = new URL(baseUrl.replace(/\/$/, '') + path, pageUrl)
      const token = authorization.token()
      const xsrf = url.origin === new URL(pageUrl).origin ? xsrfToken() : undefined
      const request = new XMLHttpRequest()
      request.open(recordRoutes.importDevices.method, url)
      request.setRequestHeader('accept', 'application/json')
      if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
      if (xsrf !== undefined) request.setRequestHeader('x-xsrf-token', xsrf)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onNews({ type: 'upload.progressed', share: total === 0 ? 0 : loaded / total }),
      )
      request.upload.addEventListener('load', () => onNews({ type: 'upload.sent' }))
      request.addEventListener('load', () =>
        onNews(
          request.status === 401
            ? { type: 'upload.unauthorized', token, message: unauthorizedText }
            : importAnswer(request.status, parsed(request.responseText)),
        ),
      )
      const message = hasNetwork() ? unexpectedText : unsentText
      request.addEventListener('error', () => onNews({ type: 'upload.failed', message }))
      request.addEventListener('loadend', () => report(-1))
      report(1)
      const content = JSON.stringify([file.name, file.size, file.lastModified])
      const key = keys.take(path, content)
      request.setRequestHeader('idempotency-key', key)
      request.addEventListener('loadend', () => {
        if (request.status === 0 || !isFinal(request.status)) keys.keep(path, content, key)
      })
      const form = new FormData()
      form.append('file', file)
      request.send(form)
      return () => request.abort()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
