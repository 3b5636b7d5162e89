import { type SettingSubject, type SettingValue, settingSchemas } from '@portal/contract/platform/settings';
import { validationMessage } from '@portal/contract/platform/validation-message';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { vatPercent } from '@portal/kernel/billing/vat';
import { lagosDate } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { deleteSettingDraft, insertPublishedSetting, writeSettingDraft } from './setting-version.repository.ts';
import { vatChangeFault } from './vat-changes.policy.ts';

export type SettingDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type Edit = {
  readonly staffId: number;
  readonly subject: SettingSubject;
  readonly basedOn: number;
  /** As it was sent: checked here with the schema of its subject. Null is the installation's own. */
  readonly value: unknown;
};

/** The checked value. Throws ApiError request.invalid, by field. */
export function checkSetting(subject: SettingSubject, value: unknown): Readonly<Record<string, unknown>> | null {
  if (value === null) return null;
  const result = settingSchemas[subject].safeParse(value, { error: validationMessage });
  if (result.success) return result.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[path.map(String).join('.') || 'value'] ??= message;
  throw new ApiError('request.invalid', { errors });
}

/** Keeps a valid value as the draft of its subject, in place of the one before. */
export async function saveSettingDraft({ database, clock }: SettingDependencies, edit: Edit): Promise<void> {
  const { staffId: authorId, subject, basedOn } = edit;
  await writeSettingDraft(database, {
    subject,
    basedOn,
    value: checkSetting(subject, edit.value),
    authorId,
    createdAt: clock(),
  });
}

/** Deletes the draft of a subject; safe to repeat. */
export async function discardSettingDraft({ database }: SettingDependencies, subject: SettingSubject): Promise<void> {
  await deleteSettingDraft(database, subject);
}

/** A list as the audit log has it: "10% from 2027-01-01; 12% from 2028-01-01". */
function auditedList(items: readonly object[]): string {
  const wordsOf = (item: object) =>
    'rate' in item && 'from' in item
      ? `${vatPercent(Number(item.rate))}% from ${item.from}`
      : Object.values(item).join(' ');
  return items.map(wordsOf).join('; ');
}

/** The fields of a value that the audit log names; long texts are in the version itself. */
function auditedFields(value: object): Record<string, unknown> {
  const short = Object.entries(value).filter(([, field]) => Array.isArray(field) || String(field).length <= 200);
  return Object.fromEntries(short.map(([name, field]) => [name, Array.isArray(field) ? auditedList(field) : field]));
}

/** Throws ApiError request.invalid where rates of VAT change for days that have come. */
function checkDays(subject: SettingSubject, before: unknown, after: unknown, now: Date): void {
  if (subject !== 'vat') return;
  const changesOf = (value: unknown) => (value as SettingValue<'vat'>).changes;
  const fault = vatChangeFault(changesOf(before), changesOf(after), lagosDate(now));
  if (fault !== null) throw new ApiError('request.invalid', { errors: { changes: fault } });
}

/**
 * Publishes a value as the version after the one that was edited, deletes the draft, and returns
 * the number; audited. It applies at this instance when this resolves, at others within 5 s. Throws
 * ApiError setting.changed-meanwhile when another version was published since, request.invalid for what
 * cannot be right.
 */
export async function publishSetting(
  deps: SettingDependencies,
  { note, ...edit }: Edit & { readonly note: string },
): Promise<number> {
  const { database, clock, settings, recordAudit } = deps;
  const { staffId: authorId, subject, basedOn } = edit;
  const value = checkSetting(subject, edit.value);
  const initial = settings.initial(subject);
  const now = clock();
  const number = await database.transaction(async (tx) => {
    const order = { subject, basedOn, value, note, authorId, createdAt: now };
    const written = await insertPublishedSetting(tx, order);
    if (written === null) throw new ApiError('setting.changed-meanwhile');
    const before = written.before ?? initial;
    checkDays(subject, before, value ?? initial, now);
    await deleteSettingDraft(tx, subject);
    await recordAudit(tx, {
      actorId: authorId,
      action: 'setting.publish',
      subject: `setting:${subject}`,
      before: { version: basedOn, ...auditedFields(before) },
      after: { version: written.number, note, ...auditedFields(value ?? initial) },
    });
    return written.number;
  });
  await settings.publish(subject);
  return number;
}
