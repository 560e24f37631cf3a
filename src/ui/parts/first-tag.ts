/** First of the tags that the actor's state has; undefined without such a tag or without an actor. */
export function firstTag<const Tag extends string>(
  snapshot: { hasTag(tag: NoInfer<Tag>): boolean } | undefined,
  tags: readonly Tag[],
): Tag | undefined {
  return tags.find((tag) => snapshot?.hasTag(tag))
}
