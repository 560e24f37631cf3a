/** The body of every error answer; `fields` only on a 422, `current` (the record as it is now) only on a 412. */
export type ErrorBody = { error: true; message: string; fields?: Record<string, string>; current?: object }

export type RefusedStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 502 | 503 | 504

/** What a person reads for each status (pt-BR); contract, first paragraph. */
export const refusalTexts: Record<RefusedStatus, string> = {
  400: 'A requisição está malformada.',
  401: 'Sua sessão não é válida. Entre novamente.',
  403: 'Você não tem permissão para isso.',
  404: 'Não encontrado.',
  409: 'Há um conflito com outro registro.',
  412: 'O registro foi alterado por outra pessoa. Recarregue e tente de novo.',
  413: 'O conteúdo enviado é grande demais.',
  415: 'Este tipo de conteúdo não é aceito. Envie JSON.',
  422: 'Confira os campos indicados.',
  429: 'Muitas tentativas. Aguarde e tente de novo.',
  500: 'Erro interno. Tente novamente em instantes.',
  502: 'O dispositivo recusou a operação.',
  503: 'Serviço indisponível. Tente novamente em instantes.',
  504: 'O dispositivo não respondeu.',
}

/** Thrown by a route to answer with `status`; `fields` names invalid fields (422), `current` is the record (412), `headers` go out as they are. */
export class Refusal extends Error {
  readonly status: RefusedStatus
  readonly fields: Record<string, string> | undefined
  readonly current: object | undefined
  readonly headers: Record<string, string>

  constructor(
    status: RefusedStatus,
    details: {
      message?: string
      fields?: Record<string, string>
      current?: object
      headers?: Record<string, string>
    } = {},
  ) {
    super(details.message ?? refusalTexts[status])
    this.name = 'Refusal'
    this.status = status
    this.fields = details.fields
    this.current = details.current
    this.headers = details.headers ?? {}
  }

  get body(): ErrorBody {
    return {
      error: true,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.current && { current: this.current }),
    }
  }
}
