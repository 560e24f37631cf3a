interface Span {
  start: number
  end: number
}

/** Removes spans from code, each with the comma that follows it. The spans are sorted; a span inside an earlier span is ignored. */
export function codeWithout(code: string, spans: readonly Span[]): string {
  const outer = spans.filter(({ end }, index) => spans.slice(0, index).every((earlier) => earlier.end < end))
  return outer.reduceRight(
    (left, { start, end }) => left.slice(0, start) + left.slice(left[end] === ',' ? end + 1 : end),
    code,
  )
}
