import type { AuditFilter } from './api/list-audit.ts';

/** The choice that an address names in its query; nonsense names nothing. */
export function auditChoiceOf(params: URLSearchParams): AuditFilter {
  const actor = Number(params.get('actor'));
  return {
    subject: params.get('subject')?.slice(0, 64) || null,
    actor: Number.isInteger(actor) && actor > 0 ? actor : null,
  };
}

/** The address of a choice. */
export function auditAddress({ subject, actor }: AuditFilter): string {
  const params = new URLSearchParams({ ...(subject && { subject }), ...(actor && { actor: String(actor) }) });
  return `${params}` === '' ? '/admin/audit' : `/admin/audit?${params}`;
}
