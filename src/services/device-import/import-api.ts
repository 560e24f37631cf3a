import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import type { Authorization } from '../http/authorization.ts'
import { filledPath } from '../http/route-path.ts'
import { type ImportAnswer, importAnswer, unexpectedText } from './import-answer.ts'

export interface ImportUpload {
  file: File
  condominiumId: string
  userId: string
}

/** What is heard of an upload; after one of its ends nothing more is. */
export type ImportNews =
  /** From 0 to 1. */
  | { type: 'upload.progressed'; share: number }
  /** The server has it all, and works. */
  | { type: 'upload.sent' }
  | ImportAnswer
  /** A 401 for this token (SES-5). */
  | { type: 'upload.unauthorized'; token: string | null; message: string }

export interface ImportApi {
  /** Sends a spreadsheet of devices (HTTP-5). Returns the way to give it up. */
  send(upload: ImportUpload, hear: (news: ImportNews) => void): () => void
}

export interface ImportApiParts {
  baseUrl: string
  authorization: Authorization
  /** The readable cookie `XSRF-TOKEN`, for same-origin requests (HTTP-3). */
  xsrfToken: () => string | undefined
  /** The page's address, to tell same-origin requests from others. */
  pageUrl: string
  /** Told of each upload as `watchRequests` hears it (SHELL-2). */
  calls: EventTarget
}

const unauthorizedText = 'Sua sessão não é mais válida. Entre novamente.'

/** Uploads by XMLHttpRequest: `fetch`, and with it the generic client, tells of no progress. */
export function createImportApi({ baseUrl, authorization, xsrfToken, pageUrl, calls }: ImportApiParts): ImportApi {
  const tell = (detail: 1 | -1) => calls.dispatchEvent(new CustomEvent('running', { detail }))
  return {
    send({ file, condominiumId, userId }, hear) {
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
        hear({ type: 'upload.progressed', share: total === 0 ? 0 : loaded / total }),
      )
      request.upload.addEventListener('load', () => hear({ type: 'upload.sent' }))
      request.addEventListener('load', () =>
        hear(
          request.status === 401
            ? { type: 'upload.unauthorized', token, message: unauthorizedText }
            : importAnswer(request.status, parsed(request.responseText)),
        ),
      )
      request.addEventListener('error', () => hear({ type: 'upload.failed', message: unexpectedText }))
      request.addEventListener('loadend', () => tell(-1))
      tell(1)
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
