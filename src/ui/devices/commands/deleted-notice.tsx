import { useEffect, useRef } from 'react'
import type { DeletionWay } from '../../../machines/devices/commands/device-delete.machine.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { CheckIcon } from '../../parts/icons/icons.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { deletedTexts } from './deletion-texts.ts'

/** Shows that the device is deleted, which way succeeded, and what this way leaves behind (DEV-5). */
export function DeletedNotice({ wordCode, way }: { wordCode: string; way: DeletionWay | null }) {
  const notice = useRef<HTMLDivElement>(null)
  // The deletion removed the focused button.
  useEffect(() => notice.current?.focus(), [])
  return (
    <>
      <PageHeading title={wordCode} context="Dispositivo excluído" />
      <div ref={notice} tabIndex={-1} className="card device-verdict d-flex gap-3 mb-3 tone-ok">
        <CheckIcon />
        <div>
          <strong>Excluído</strong>
          <p role="status">{way === null ? 'O dispositivo foi excluído.' : deletedTexts[way]}</p>
        </div>
      </div>
      <BackLink href="/devices">Voltar aos dispositivos</BackLink>
    </>
  )
}
