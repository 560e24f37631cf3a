/** The product's sign. */
export function BrandMark() {
  return <img className="brand-mark" src="/icon.svg" alt="" width="32" height="32" />
}

/** Sign and name of the product. */
export function Brand() {
  return (
    <span className="brand">
      <BrandMark />
      <span>Guarita</span>
    </span>
  )
}
