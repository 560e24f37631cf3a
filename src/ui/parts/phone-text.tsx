import { Fragment } from 'react'
import { phoneParts } from '../../../contract/fields/phone.ts'

/** Renders a text; each telephone number is a link that calls it. */
export function PhoneText({ text }: { text: string }) {
  let at = 0
  return phoneParts(text).map((part) => {
    at += part.text.length
    return part.link === null ? (
      <Fragment key={at}>{part.text}</Fragment>
    ) : (
      <a key={at} href={part.link} className="text-nowrap">
        {part.text}
      </a>
    )
  })
}
