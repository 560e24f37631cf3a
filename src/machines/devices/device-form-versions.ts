import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { type FieldDifference, recordVersions } from '../parts/record-versions.ts'
import type { DeviceOperation } from './device-operation-protocol.ts'

type Edit = Extract<DeviceOperation, { kind: 'edit' }>

/** The fields of a device in which two versions can differ. */
export type VersionedFields = Pick<Device, 'name' | 'model' | 'ip' | 'port' | 'condominiumId'>

/** An edit that is based on an older record than the current one. */
export interface EditConflict {
  theirs: Device
  differences: FieldDifference<VersionedFields>[]
  /** The edit with the user's changes applied to the current record. */
  kept: Edit
}

const { differences, onTop } = recordVersions<VersionedFields>(
  ['name', 'model', 'ip', 'port', 'condominiumId'],
  (fields, field) => `${fields[field]}`,
)

export function editConflict({ target, fields, record }: Edit, theirs: Device): EditConflict {
  const mine = { ...fields, condominiumId: target.condominiumId }
  const { condominiumId, name, model, ip, port } = onTop(record, mine, theirs)
  return {
    theirs,
    differences: differences(record, mine, theirs),
    kept: {
      kind: 'edit',
      target: { wordCode: target.wordCode, condominiumId },
      fields: { name, model, ip, port },
      record: theirs,
    },
  }
}
