import * as v from 'valibot'
import type { ErrorStatus } from '../../contract/wire/answers/errors.ts'

const violation = v.object({ code: v.pipe(v.string(), v.regex(/^23/)), constraint: v.string() })

/** A refusal for a violated constraint; `field` names the wrong field of a 422. */
export type ConstraintRefusal = { status: ErrorStatus; message: string; field?: string }

/**
 * Answers to violated constraints, by name. A route checks its input first: these answers are for changes that another call makes between the
 * check and the write; only the code of a condominium has no check before. A test violates every constraint of the schema. `not null` has no
 * answer here, because only a fault of the server violates it.
 */
export const constraintRefusals: Readonly<Record<string, ConstraintRefusal>> = {
  ...gone('Este condomínio não existe mais. Recarregue a página.', [
    'contact_lists_condominium_id_fkey',
    'events_condominium_id_fkey',
    'incidents_condominium_id_fkey',
    'procedures_condominium_id_fkey',
    'user_condominiums_condominium_id_fkey',
  ]),
  ...gone('Este dispositivo não existe mais. Recarregue a página.', [
    'device_changes_word_code_fkey',
    'device_checks_word_code_fkey',
    'device_commands_word_code_fkey',
  ]),
  ...gone('Esta pessoa não tem mais acesso. Recarregue a página.', [
    'notifications_user_id_fkey',
    'one_time_links_user_id_fkey',
    'person_acts_by_id_fkey',
    'person_acts_user_id_fkey',
    'second_factors_user_id_fkey',
    'sessions_user_id_fkey',
    'declared_days_user_id_fkey',
    'sign_in_places_user_id_fkey',
    'user_condominiums_user_id_fkey',
    'wall_links_user_id_fkey',
  ]),
  ...gone('Esta administradora não existe mais.', [
    'condominiums_customers_id_fkey',
    'contact_lists_customers_id_fkey',
    'handovers_customers_id_fkey',
    'incidents_customers_id_fkey',
    'procedures_customers_id_fkey',
    'machine_tokens_customers_id_fkey',
    'event_kinds_customers_id_fkey',
    'users_customers_id_fkey',
  ]),
  ...gone('Esta ocorrência não existe mais. Recarregue a página.', [
    'incident_devices_incident_id_fkey',
    'incident_notes_incident_id_fkey',
    'incident_procedures_incident_id_fkey',
  ]),
  ...gone('Este acesso de máquina foi encerrado.', ['received_events_token_id_fkey']),
  devices_condominium_id_fkey: wrong('condominiumId', 'Este condomínio não existe mais. Escolha outro.'),
  devices_word_code_check: wrong('wordCode', 'O código tem de 3 a 32 letras maiúsculas, números e hifens.'),
  users_email_check: wrong('email', 'Escreva o e-mail em letras minúsculas.'),
  users_type_check: wrong('type', 'Este tipo de acesso não existe.'),
  ...invalid([
    'bus_key_is_only_check',
    'device_changes_kind_check',
    'device_commands_state_check',
    'devices_status_check',
    'event_kinds_rank_check',
    'evidence_key_is_only_check',
    'server_clock_single_check',
    'happenings_kind_check',
    'last_backup_is_only_check',
    'log_key_is_only_check',
    'one_time_links_check',
    'one_time_links_kind_check',
  ]),
  condominiums_customers_id_word_code_key: taken('Já existe um condomínio com este código. Escolha outro código.'),
  devices_pkey: taken('Já existe um dispositivo com este código. Escolha outro código ou edite o que existe.'),
  users_email_key: taken('Este e-mail já está em uso. Escolha outro.'),
  one_time_links_user_id_key: taken('Outro link desta pessoa acaba de ser criado. Recarregue a página.'),
  ...repeated([
    'attempts_pkey',
    'bus_key_pkey',
    'condominiums_pkey',
    'contact_lists_customers_id_condominium_id_key',
    'contact_lists_pkey',
    'customers_pkey',
    'device_audit_chain',
    'device_audit_pkey',
    'device_audit_user_id_id_key',
    'device_changes_pkey',
    'device_checks_pkey',
    'device_commands_pkey',
    'event_kinds_pkey',
    'events_pkey',
    'evidence_anchors_pkey',
    'evidence_heads_pkey',
    'last_backup_pkey',
    'server_clock_pkey',
    'evidence_key_pkey',
    'evidence_pkey',
    'evidence_stamps_pkey',
    'handovers_pkey',
    'happenings_pkey',
    'idempotent_calls_pkey',
    'incident_devices_pkey',
    'incident_notes_pkey',
    'incident_procedures_pkey',
    'incidents_pkey',
    'instances_pkey',
    'log_key_pkey',
    'machine_tokens_pkey',
    'machine_tokens_token_hash_key',
    'migrations_pkey',
    'notifications_pkey',
    'one_time_links_pkey',
    'procedures_owner_key',
    'person_acts_pkey',
    'received_events_pkey',
    'second_factors_pkey',
    'seeds_pkey',
    'server_runs_pkey',
    'sessions_pkey',
    'sessions_token_hash_key',
    'declared_days_pkey',
    'sign_in_places_pkey',
    'simulated_acts_once',
    'simulated_acts_pkey',
    'user_condominiums_pkey',
    'users_pkey',
    'wall_links_pkey',
    'wall_links_token_hash_key',
  ]),
}

/** Name of the constraint that the error violates; undefined for another error. */
export function violatedConstraint(error: unknown): string | undefined {
  return v.is(violation, error) ? error.constraint : undefined
}

function gone(message: string, names: readonly string[]): Record<string, ConstraintRefusal> {
  return all(names, { status: 404, message })
}

function repeated(names: readonly string[]): Record<string, ConstraintRefusal> {
  return all(names, taken('Outra pessoa acaba de gravar o mesmo registro. Recarregue a página e tente de novo.'))
}

function invalid(names: readonly string[]): Record<string, ConstraintRefusal> {
  return all(names, wrong('', 'Um dos valores não é aceito. Recarregue a página e tente de novo.'))
}

function all(names: readonly string[], refusal: ConstraintRefusal): Record<string, ConstraintRefusal> {
  return Object.fromEntries(names.map((name) => [name, refusal]))
}

function taken(message: string): ConstraintRefusal {
  return { status: 409, message }
}

function wrong(field: string, message: string): ConstraintRefusal {
  return { status: 422, message, field }
}
