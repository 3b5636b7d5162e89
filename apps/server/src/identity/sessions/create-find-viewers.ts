import type { FastifyRequest } from 'fastify';
import { type Database, isDatabaseOutOfReach } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/session-cookie.ts';
import { presentUser } from '../accounts/present-user.ts';
import { createLastViewers } from './create-last-viewers.ts';
import { prepareFindSession, renewSession } from './session.repository.ts';

type Request = Pick<FastifyRequest, 'headers'>;

export type FindViewers = {
  /**
   * The user of this request by the current state of the database; null without a session, with one
   * that has ended, or for a disabled account.
   */
  readonly findViewer: (request: Request) => Promise<Viewer | null>;
  /**
   * The same; while the database is out of reach, what this instance found in the last minute. Only
   * for showing a customer who they are: a session that has ended may still be found that long.
   */
  readonly findLastViewer: (request: Request) => Promise<Viewer | null>;
};

/** `forget` takes a session out of the last minute's; `sidOf` reads the stored name of a session. */
export function createFindViewers(deps: {
  readonly database: Database;
  readonly sidOf: (request: Request) => string | null;
  readonly asksSecondFactor: boolean;
}): FindViewers & { readonly forget: (sid: string) => void } {
  const { database, sidOf, asksSecondFactor } = deps;
  const findSession = prepareFindSession(database);
  const lastViewers = createLastViewers(() => performance.now());
  const findViewer: FindViewers['findViewer'] = async (request) => {
    const sid = sidOf(request);
    if (sid === null) return null;
    const row = await findSession(sid);
    if (row === null) {
      lastViewers.forget(sid);
      return null;
    }
    if (row.isRenewalDue) await renewSession(database, sid);
    const secondFactor = !asksSecondFactor || row.secondFactorAt !== null;
    const viewer = { user: presentUser(row), sid, secondFactor };
    lastViewers.remember(viewer);
    return viewer;
  };
  return {
    findViewer,
    findLastViewer: async (request) => {
      try {
        return await findViewer(request);
      } catch (error) {
        const viewer = isDatabaseOutOfReach(error) ? lastViewers.find(sidOf(request)) : null;
        if (viewer === null) throw error;
        return viewer;
      }
    },
    forget: lastViewers.forget,
  };
}
