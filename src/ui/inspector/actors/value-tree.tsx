import { type ReactNode, useState } from 'react'
import { inspect, type Member } from '../../../inspector/recording/inspected-value.ts'
import { numberText } from '../time-text.ts'
import './value-tree.css'

const membersShown = 100

/** Collapsible tree of a value with secrets masked; collapsed parts are not rendered (INS-1). */
export function ValueTree({ name, value }: { name: string; value: unknown }) {
  return (
    <ul className="value-tree" aria-label={name}>
      <ValueItem member={{ key: name, value, isSecret: false }} isOpenAtFirst />
    </ul>
  )
}

function ValueItem({
  member: { key, value, isSecret },
  isOpenAtFirst = false,
}: {
  member: Member
  isOpenAtFirst?: boolean
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const seen = inspect(value, isSecret)
  const readable = seen.kind === 'leaf' && seen.type === 'number' ? numberText(key, Number(value)) : null
  if (seen.kind === 'leaf')
    return (
      <li>
        <span className="value-key">{key}:</span> <span className={`value-leaf is-${seen.type}`}>{leafText(seen)}</span>
        {readable !== null && <span className="value-label"> {readable}</span>}
      </li>
    )
  if (seen.size === 0)
    return (
      <li>
        <span className="value-key">{key}:</span> <span className="value-leaf is-other">{seen.label}</span>
      </li>
    )
  return (
    <li>
      <button type="button" className="value-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className="value-key">{key}</span> <span className="value-label">{seen.label}</span>
      </button>
      {isOpen && <Members size={seen.size} members={seen.members} />}
    </li>
  )
}

function leafText({ type, text }: { type: string; text: string }): ReactNode {
  return type === 'text' ? `"${text}"` : text
}

function Members({ size, members }: { size: number; members: (from: number, to: number) => Member[] }) {
  const [count, setCount] = useState(membersShown)
  return (
    <ul>
      {members(0, count).map((member, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: different keys of a map may have the same text
        <ValueItem key={`${index} ${member.key}`} member={member} />
      ))}
      {count < size && (
        <li>
          <button type="button" className="btn btn-sm btn-quiet" onClick={() => setCount(count + membersShown)}>
            Mostrar mais {Math.min(membersShown, size - count)} de {size - count}
          </button>
        </li>
      )}
    </ul>
  )
}
