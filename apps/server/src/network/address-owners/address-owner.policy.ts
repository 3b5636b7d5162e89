/** The authorisation requests a packet every five minutes: what happens between two, no log can tell. */
const INTERIM_MS = 5 * 60_000;
/** How far from the moment that is asked for a session is still named. */
export const AROUND_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export type LoggedSession = {
  readonly startedAt: Date;
  readonly isStartSure: boolean;
  readonly lastEventAt: Date;
  readonly endedAt: Date | null;
  /** A Stop packet said that it ended, and when. */
  readonly stopped: boolean;
};

export type Certainty = { readonly certainty: 'certain' | 'uncertain'; readonly margin: string | null };

/** A minute where it is less. */
const minutes = (spanMs: number) => Math.max(1, Math.round(spanMs / MINUTE_MS));
const uncertain = (margin: string): Certainty => ({ certainty: 'uncertain', margin });

function beforeItBegan({ startedAt, isStartSure }: LoggedSession, at: Date): Certainty {
  const early = startedAt.getTime() - at.getTime();
  if (!isStartSure && early <= INTERIM_MS) {
    return uncertain('No packet with a right clock shows when it began: it may have begun up to 5 minutes earlier.');
  }
  return uncertain(`It began ${minutes(early)} min after that moment.`);
}

function afterItWasHeard({ lastEventAt, endedAt, stopped }: LoggedSession, at: Date): Certainty | null {
  if (endedAt === null) {
    if (at.getTime() - lastEventAt.getTime() <= INTERIM_MS) return null;
    return uncertain('It is open, and its last packet is from more than 5 minutes before that moment.');
  }
  if (stopped)
    return at <= endedAt
      ? null
      : uncertain(`It ended ${minutes(at.getTime() - endedAt.getTime())} min before that moment.`);
  const late = at.getTime() - lastEventAt.getTime();
  if (late <= INTERIM_MS || at <= endedAt) {
    return uncertain(
      'Its access server never said when it ended: it may have gone on for up to 5 minutes after its last packet.',
    );
  }
  return uncertain(`Its last packet is from ${minutes(late)} min before that moment.`);
}

/**
 * Whether a session had its address at a moment: for certain between two packets of it, else with a
 * sentence on what the log cannot tell. Null for one that began or was heard of more than ten minutes
 * away.
 */
export function certaintyAt(session: LoggedSession, at: Date): Certainty | null {
  const { startedAt, lastEventAt, endedAt } = session;
  const lastKnown = endedAt !== null && endedAt > lastEventAt ? endedAt : lastEventAt;
  if (at < startedAt) return startedAt.getTime() - at.getTime() > AROUND_MS ? null : beforeItBegan(session, at);
  if (at <= lastEventAt && (endedAt === null || at <= endedAt)) {
    const isBegun = session.isStartSure || at.getTime() - startedAt.getTime() > INTERIM_MS;
    return isBegun ? { certainty: 'certain', margin: null } : beginning();
  }
  if (endedAt !== null && at.getTime() - lastKnown.getTime() > AROUND_MS) return null;
  return afterItWasHeard(session, at) ?? { certainty: 'certain', margin: null };
}

const beginning = () =>
  uncertain('No packet with a right clock shows when it began: it may have begun up to 5 minutes later.');
