import type { FastifyRequest } from 'fastify';
import { type Database, isDatabaseFull, isDatabaseOutOfReach } from '../../platform/database/connection.ts';
import type { SessionScope, Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { presentStaff } from '../../platform/http/authorisation/staff-permission.ts';
import { presentUser } from '../accounts/present-user.ts';
import { createLastViewers } from './create-last-viewers.ts';
import { prepareFindSession, rekeySession, renewSession } from './session.repository.ts';

type Request = Pick<FastifyRequest, 'headers' | 'raw'>;

export type FindViewers = {
  /**
   * The user of this request by the current state of the database, named in its log lines; null without a
   * session, with one that has ended, or for a disabled account. In a view as a customer (`ViewGuard`) that
   * customer.
   */
  readonly findViewer: (request: Request, scope?: SessionScope) => Promise<Viewer | null>;
  /**
   * The same; while the database is out of reach, what this instance found in the last minute. Only
   * for showing a customer who they are: a session that has ended may still be found that long.
   */
  readonly findLastViewer: (request: Request, scope?: SessionScope) => Promise<Viewer | null>;
};

function nameCaller({ raw }: Request, viewer: Viewer): Viewer {
  raw.actor = viewer.user.role === 'admin' ? 'staff' : 'customer';
  raw.userId = viewer.user.id;
  return viewer;
}

/** On a full disk a session is read without being renewed, so that reads go on. */
async function unlessFull(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
  }
}

/** `forget` takes a session out of the last minute's; `sidsOf` reads the accepted ids of a session. */
export function createFindViewers(deps: {
  readonly database: Database;
  readonly sidsOf: (request: Request) => Viewer['sids'] | null;
  readonly asksSecondFactor: boolean;
}): FindViewers & { readonly forget: (sids: Viewer['sids']) => void } {
  const { database, sidsOf, asksSecondFactor } = deps;
  const findSession = {
    account: prepareFindSession(database, 'account'),
    lines: prepareFindSession(database, 'lines'),
  };
  const lastViewers = createLastViewers(() => performance.now());
  const findViewer: FindViewers['findViewer'] = async (request, scope = 'account') => {
    if (request.raw.accountView) return request.raw.accountView.viewer;
    const sids = sidsOf(request);
    if (sids === null) return null;
    const row = await findSession[scope](sids);
    if (row === null) {
      lastViewers.forget(sids);
      return null;
    }
    if (row.sid !== sids[0]) await unlessFull(rekeySession(database, row.sid, sids[0]));
    if (row.isRenewalDue) await unlessFull(renewSession(database, sids[0]));
    const secondFactor = row.secondFactorAt !== null || (row.role === 'admin' && !asksSecondFactor);
    const { accountId, accountRole, lines, freshProof } = row;
    const account = accountId === null || accountRole === null ? null : { id: accountId, role: accountRole, lines };
    const user = presentUser(row, accountRole);
    const viewer = { user, account, staff: presentStaff(row), sids, secondFactor, freshProof };
    lastViewers.remember(viewer);
    return nameCaller(request, viewer);
  };
  return {
    findViewer,
    findLastViewer: async (request, scope) => {
      try {
        return await findViewer(request, scope);
      } catch (error) {
        const viewer = isDatabaseOutOfReach(error) ? lastViewers.find(sidsOf(request)) : null;
        if (viewer === null) throw error;
        return nameCaller(request, viewer);
      }
    },
    forget: lastViewers.forget,
  };
}
