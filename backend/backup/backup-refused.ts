import { OperatorError } from '../database/operator-error.ts'

/** A backup that cannot be made or used; nothing was changed. */
export class BackupRefused extends OperatorError {}
