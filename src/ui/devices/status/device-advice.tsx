import type { DeviceFacts } from '../../../../contract/devices/device-facts.ts'
import { deviceSteps } from '../../../../contract/devices/device-steps.ts'
import { callText, phoneForRepair } from '../../../../contract/devices/place-phones.ts'
import { formatPhone, phoneLink } from '../../../../contract/fields/phone.ts'
import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import { useDeviceHistory } from '../../audit/audit-hooks.ts'
import { usePhonesToCall } from '../../contacts/contact-hooks.ts'
import { PhoneText } from '../../parts/phone-text.tsx'
import { useTextCopy } from '../../parts/text-copy.ts'
import { usePermissions } from '../../session/user-hooks.ts'
import { useDeviceResults } from '../device-hooks.ts'
import { maintenanceText } from './maintenance-text.ts'

/** Lists the next steps for the device, and a text to copy for the technician (PAGE-4). */
export function DeviceAdvice({ facts, condominium }: { facts: DeviceFacts; condominium: Condominium | null }) {
  const { wordCode } = facts.device
  const permissions = usePermissions()
  const results = useDeviceResults(wordCode)
  const records = useDeviceHistory(wordCode)
  const copy = useTextCopy()
  const phones = usePhonesToCall(condominium)
  const phone = phoneForRepair(phones)
  const rights = { mayWrite: permissions.includes('device:write'), mayReset: permissions.includes('device:reset') }
  const steps = deviceSteps(facts, condominium, rights, phones)
  return (
    <div className="device-advice d-grid gap-2 mt-2">
      {steps.length > 0 && (
        <ol aria-label="O que fazer">
          {steps.map((step) => (
            <li key={step}>
              <PhoneText text={step} />
            </li>
          ))}
        </ol>
      )}
      <div className="d-flex flex-wrap align-items-center gap-10 d-print-none">
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          onClick={() => copy.start(maintenanceText({ ...facts, condominium, results, records }))}
        >
          Copiar para a manutenção
        </button>
        {phone !== undefined && (
          <a className="btn btn-quiet btn-sm" href={phoneLink(phone.phone)}>
            {`${callText(phone)}: ${formatPhone(phone.phone).replace(' ', '\u00a0')}`}
          </a>
        )}
        <p role="status">
          {copy.phase === 'copied' && 'Copiado: cole na mensagem para a manutenção.'}
          {copy.phase === 'byHand' && 'O navegador não deixou copiar. O texto está selecionado: use Ctrl C.'}
        </p>
      </div>
      {copy.phase === 'byHand' && (
        <textarea
          ref={(field) => {
            field?.focus()
            field?.select()
          }}
          className="form-control"
          aria-label="Texto para a manutenção"
          readOnly
          rows={6}
          value={copy.text}
        />
      )}
    </div>
  )
}
