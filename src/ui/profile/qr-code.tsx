import { encode } from 'uqr'

/** Width of the quiet zone in modules, as ISO/IEC 18004 requires. */
const border = 4

/** Draws a QR code, black on white in every theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="profile-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
