export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#0162e8" />
      <path d="M7 25V13.2L16 7l9 6.2V25h-5.5v-7.5h-7V25z" fill="#fff" />
      <circle cx="16" cy="13.4" r="1.9" fill="#0162e8" />
    </svg>
  )
}

export function Brand() {
  return (
    <span className="brand">
      <BrandMark />
      <span>Guarita</span>
    </span>
  )
}
