import type { Clock } from '@portal/kernel/clock';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { sessionIds } from '../../platform/crypto/hmac.ts';
import type { Database } from '../../platform/database/connection.ts';
import type { AccountViews } from '../../platform/http/authorisation/account-view.ts';
import { presentUser } from '../accounts/present-user.ts';
import { prepareFindCustomer } from '../sessions/session.repository.ts';
import { addPage, countRefusedWrite, findViewOfToken } from './account-view.repository.ts';

const LONGEST_PATH = 200;

/** Finds the view of a request's token, by the current state of the database, and keeps what is done in it. */
export function createAccountViews(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: AcceptedSecrets;
}): AccountViews {
  const { database } = deps;
  const findCustomer = prepareFindCustomer(database);
  return {
    findView: async (token) => {
      const hashes = sessionIds(deps.secrets, token);
      const now = deps.clock();
      const found = await findViewOfToken(database, hashes, now);
      if (!found?.isLive) return { state: 'over', id: found?.view.id ?? null };
      const { view } = found;
      const person = await findCustomer(view.userId);
      if (person === null) return { state: 'over', id: view.id };
      const { accountId, accountRole, lines } = person;
      return {
        state: 'live',
        id: view.id,
        staffId: view.staffId,
        reason: view.reason,
        secondsLeft: Math.ceil((view.endsAt.getTime() - now.getTime()) / 1000),
        pages: view.pages,
        viewer: {
          user: presentUser(person, accountRole),
          account: accountId === null || accountRole === null ? null : { id: accountId, role: accountRole, lines },
          staff: null,
          // It names no session.
          sids: hashes,
          secondFactor: false,
          freshProof: false,
        },
      };
    },
    recordPage: async (view, path) => {
      const page = path.slice(0, LONGEST_PATH);
      if (!view.pages.includes(page)) await addPage(database, view.id, page);
    },
    recordRefusedWrite: (view) => countRefusedWrite(database, view.id),
  };
}
