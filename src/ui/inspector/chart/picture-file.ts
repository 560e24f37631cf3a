/** CSS properties that are copied into the file, because the file has no style sheet. */
const looks = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'paint-order'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor'],
] as const

/** The drawn chart as the text of an SVG file, in the colours of the page and at full size (INS-8). */
export function pictureFile(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('a copy of a picture is a picture')
  const originals = [picture, ...picture.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  for (const [index, original] of originals.entries()) {
    const computed = getComputedStyle(original)
    // The properties become attributes, because the page's security policy refuses a style in a copied element.
    for (const look of looks) copies[index]?.setAttribute(look, computed.getPropertyValue(look))
  }
  for (const hidden of copy.querySelectorAll('.chart-fold')) hidden.remove()
  const { width, height } = picture.viewBox.baseVal
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  paper.setAttribute('width', '100%')
  paper.setAttribute('height', '100%')
  paper.setAttribute('fill', getComputedStyle(picture.parentElement ?? picture).backgroundColor)
  copy.prepend(paper)
  return new XMLSerializer().serializeToString(copy)
}
