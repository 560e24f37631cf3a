import * as v from 'valibot'

/** A message of Firebase: as its SDK hands it to a page (`messageId`), or as it comes to the worker (`fcmMessageId`) (PUSH-2). */
export const pushPayload = v.object({
  messageId: v.nullish(v.string()),
  fcmMessageId: v.nullish(v.string()),
  notification: v.nullish(v.object({ title: v.nullish(v.string(), ''), body: v.nullish(v.string(), '') })),
  data: v.nullish(v.record(v.string(), v.unknown()), {}),
  fcmOptions: v.nullish(v.object({ link: v.nullish(v.string()) })),
})
