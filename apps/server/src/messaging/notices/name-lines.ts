import type { Notice, NoticeKind } from '@portal/kernel/messaging/notices/notice';
import type { Queryable } from '../../platform/database/connection.ts';
import { listLineNames } from './line-name.repository.ts';

/** The value after which a kind without a plan names its line. */
const NAMED_AFTER: Partial<Record<NoticeKind, string>> = {
  'usage-reached': 'limit',
  'line-paused': 'until',
  'line-ending': 'date',
  'auto-pay-stopped': 'card',
  'bundle-added': 'bundle',
};

/**
 * Notices about lines with the lines' names in their values, as in "Home 20 Mbps (Depot)", where the
 * account has several; all others as they are.
 */
export async function nameLines<N extends Notice>(queryable: Queryable, notices: readonly N[]): Promise<readonly N[]> {
  const names = await listLineNames(
    queryable,
    notices.flatMap(({ lineId }) => lineId ?? []),
  );
  if (names.size === 0) return notices;
  return notices.map((notice) => {
    const name = notice.lineId === undefined ? undefined : names.get(notice.lineId);
    const field = NAMED_AFTER[notice.kind] ?? 'plan';
    const values: Readonly<Record<string, string>> = notice.values;
    const value = values[field];
    if (name === undefined || value === undefined) return notice;
    return { ...notice, values: { ...values, [field]: `${value} (${name})` } };
  });
}
