import {
  type Consent,
  changeConsent as changeEntry,
  consentWording,
  getConsents,
  objectToMarketing,
  recordObjection as recordEntry,
} from '@portal/contract/messaging/consents';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  type ConsentDependencies,
  changeConsents,
  readConsentHistory,
  readConsents,
  toEvery,
} from './change-consents.ts';

/** Consents of the person of the session, and objections that staff were told of. */
export function registerConsents(
  routes: Routes,
  deps: ConsentDependencies & {
    /** What this installation asks for. */
    readonly offered: readonly Consent[];
    readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
    readonly isAccount: (tx: Transaction, userId: number) => Promise<boolean>;
  },
): void {
  const { database, clock, offered } = deps;

  routes.serve(getConsents, async ({ viewer: { user } }) => ({
    consents: await readConsents(database, user.id, offered),
    history: await readConsentHistory(database, user.id),
  }));

  routes.serve(changeEntry, async ({ viewer: { user }, body }) => {
    if (!offered.includes(body.consent)) throw new ApiError('whatsapp.off');
    if (body.given && body.textVersion !== consentWording.version) throw new ApiError('consent.other-wording');
    const change = { [body.consent]: body.given };
    await database.transaction((tx) =>
      changeConsents(tx, { userId: user.id, change, source: 'profile', actorId: user.id, now: clock() }),
    );
    const message = body.given ? 'Your consent is noted.' : 'Your consent is withdrawn.';
    return { success: true as const, message, consents: await readConsents(database, user.id, offered) };
  });

  routes.serve(objectToMarketing, async ({ viewer: { user } }) => {
    await database.transaction((tx) =>
      changeConsents(tx, {
        userId: user.id,
        change: toEvery(false),
        source: 'profile',
        actorId: user.id,
        now: clock(),
      }),
    );
    const message = 'We send you no offers any more.';
    return { success: true as const, message, consents: await readConsents(database, user.id, offered) };
  });

  routes.serve(recordEntry, async ({ viewer: { user: staff }, params }) => {
    await database.transaction(async (tx) => {
      if (!(await deps.isAccount(tx, params.id))) throw new ApiError('customer.not-found');
      const order = { userId: params.id, change: toEvery(false), actorId: staff.id, now: clock() };
      if (!(await changeConsents(tx, { ...order, source: 'staff' }))) return;
      await deps.recordAudit(tx, {
        actorId: staff.id,
        action: 'customer.objection',
        subject: `customer:${params.id}`,
        before: null,
        after: null,
      });
    });
    return { success: true as const, message: 'They get no offers any more.' };
  });
}
