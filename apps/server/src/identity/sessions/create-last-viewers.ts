import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';

/** Longer than a fail-over of the database takes. */
const KEPT_MS = 60_000;
const MOST = 50_000;
/** Remembering a session at each of its requests would cost a twentieth of the request. */
const REMEMBERED_EVERY_MS = 1000;

export type LastViewers = {
  readonly remember: (viewer: Viewer) => void;
  readonly forget: (sids: Viewer['sids']) => void;
  /** The viewer of a session that was remembered in the last minute. */
  readonly find: (sids: Viewer['sids'] | null) => Viewer | null;
};

/**
 * What the database last said about each session, for at most a minute and 50,000 sessions. `now` is
 * in ms and never goes back.
 */
export function createLastViewers(now: () => number): LastViewers {
  // In the order in which they were remembered, so that the oldest come first.
  const viewers = new Map<string, { readonly viewer: Viewer; readonly at: number }>();
  const prune = (): void => {
    const oldest = now() - KEPT_MS;
    for (const [sid, { at }] of viewers) {
      if (at >= oldest && viewers.size <= MOST) return;
      viewers.delete(sid);
    }
  };
  return {
    remember: (viewer) => {
      const known = viewers.get(viewer.sids[0]);
      if (known && now() - known.at < REMEMBERED_EVERY_MS) return;
      viewers.delete(viewer.sids[0]);
      viewers.set(viewer.sids[0], { viewer, at: now() });
      prune();
    },
    forget: ([sid]) => void viewers.delete(sid),
    find: (sids) => {
      prune();
      return (sids === null ? undefined : viewers.get(sids[0])?.viewer) ?? null;
    },
  };
}
