import * as v from 'valibot'
import { filledText } from '../scalars.ts'
import { errorMessage } from './error-message.ts'

/** The largest JSON body of a request, in MiB. */
export const mostBodyMebibytes = 1

/** Default error text for each status (pt-BR); a route may send a better one. */
export const errorTexts = {
  400: 'A requisição está malformada.',
  401: 'Sua sessão não é válida. Entre novamente.',
  403: 'Você não tem permissão para isso.',
  404: 'Não encontrado.',
  409: 'Há um conflito com outro registro.',
  412: 'O registro foi alterado por outra pessoa. Recarregue e tente de novo.',
  413: `O conteúdo enviado tem mais de ${mostBodyMebibytes} MB, o limite de um envio. Nada foi guardado. Divida o conteúdo e envie em partes menores.`,
  415: 'Este tipo de conteúdo não é aceito. Envie JSON.',
  422: 'Confira os campos indicados.',
  429: 'Muitas tentativas. Aguarde e tente de novo.',
  500: 'Erro interno. Tente novamente em instantes.',
  502: 'O dispositivo recusou a operação.',
  503: 'O servidor não conseguiu responder. Tente novamente em instantes.',
  504: 'O dispositivo não respondeu.',
} as const

export type ErrorStatus = keyof typeof errorTexts

/** The body of every error. If a server leaves `error` out, the panel still reads the error. */
export const errorBody = v.object({ error: v.fallback(v.literal(true), true), ...errorMessage.entries })

/** The body of a 403 from a route with `proof`. `reauthenticate`: the call works after `POST /auth/proof` (ACC-4). */
export const proofError = v.object({ ...errorBody.entries, reauthenticate: v.exactOptional(v.literal(true)) })

/** The body of a 422: a text for each wrong field, by its path in the request; '' stands for the whole body. */
export const fieldsError = v.object({ ...errorBody.entries, fields: v.record(v.string(), filledText) })
