import { readMac } from '../equipment/equipment.policy.ts';

/** What a session or a request for access says about the router that it comes from. */
export type Device = {
  readonly nas: string;
  readonly callingStation: string | null;
  readonly nasPort: string | null;
};

/** An open session of a line. */
export type OpenSession = Device & {
  readonly sessionKey: string;
  readonly generation: number;
  readonly sessionId: string;
  /** As the access server spells it. */
  readonly username: string;
  readonly framedAddress: string | null;
  readonly startedAt: Date;
  readonly lastPacketAt: Date;
};

/** What a line's plan and the line itself allow. `lockedMac` is null where no lock is in force. */
export type LoginRules = {
  readonly sessionsAtOnce: number;
  readonly sessionRule: 'newest' | 'oldest';
  readonly lockedMac: string | null;
  /** Sessions that began before then do not keep a later one out. */
  readonly macResetAt: Date | null;
};

/** Why a router is refused, or its session ended. */
export type DeviceRefusal = 'mac-lock' | 'in-use';

/** Two missed packets (the authorisation requests one every five minutes), and a little: it may be gone. */
export const SILENT_MS = 11 * 60_000;

/** The MAC address of a router, twelve digits; null where its access server does not tell. */
export function macOf({ callingStation }: Pick<Device, 'callingStation'>): string | null {
  return callingStation === null ? null : readMac(callingStation);
}

/**
 * The same for sessions of one router: one that comes back before the end of its last session was reported
 * is not a second one. Null where nothing tells routers apart.
 */
function deviceKey(device: Device): string | null {
  const { nas, callingStation, nasPort } = device;
  const mac = macOf(device);
  if (mac !== null) return mac;
  const known = callingStation ?? nasPort;
  return known === null ? null : `${known} ${nas}`;
}

/** Whether these are surely two routers: by their MAC addresses, else by the ports that they are at. */
export function areTwoRouters(one: Device, other: Device): boolean {
  const [mac, otherMac] = [macOf(one), macOf(other)];
  if (mac !== null && otherMac !== null) return mac !== otherMac;
  const bothTell = one.nasPort !== null && other.nasPort !== null;
  return bothTell && (one.nasPort !== other.nasPort || one.nas !== other.nas);
}

/**
 * Why a router may not connect now; null where it may. `online` are the sessions that others keep it out
 * with, null where the plan lets the newest one in. A router that cannot be told apart is let in: its session
 * is looked at when it begins.
 */
export function refusalOf(
  rules: Pick<LoginRules, 'lockedMac' | 'sessionsAtOnce'> & { readonly online: readonly Device[] | null },
  device: Device,
): DeviceRefusal | null {
  const mac = macOf(device);
  if (rules.lockedMac !== null && mac !== null && mac !== rules.lockedMac) return 'mac-lock';
  const key = deviceKey(device);
  if (rules.online === null || key === null) return null;
  const others = new Set(rules.online.map(deviceKey));
  return !others.has(key) && others.size >= rules.sessionsAtOnce ? 'in-use' : null;
}

export type SessionChoice = {
  readonly ended: readonly { readonly session: OpenSession; readonly reason: 'mac-lock' | 'session-limit' }[];
  /** One that stays of a router, and one that is ended of another, both heard of lately; null without. */
  readonly sharing: readonly [stays: OpenSession, ends: OpenSession] | null;
};

const latest = (sessions: readonly OpenSession[]): number =>
  Math.max(...sessions.map(({ startedAt }) => startedAt.getTime()));
const earliest = (sessions: readonly OpenSession[]): number =>
  Math.min(...sessions.map(({ startedAt }) => startedAt.getTime()));

/** The sessions of each router, those routers first that stay. */
function rankDevices(sessions: readonly OpenSession[], rules: LoginRules, now: Date): OpenSession[][] {
  const devices = Map.groupBy(
    sessions,
    (session) => deviceKey(session) ?? `${session.sessionKey} ${session.generation}`,
  );
  const heardSince = now.getTime() - SILENT_MS;
  const resetAt = rules.macResetAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const takesPrecedence = (of: readonly OpenSession[]) =>
    of.some(({ startedAt, lastPacketAt }) => startedAt.getTime() >= resetAt && lastPacketAt.getTime() >= heardSince);
  return [...devices.values()].toSorted((a, b) => {
    if (rules.sessionRule === 'newest') return latest(b) - latest(a);
    return Number(takesPrecedence(b)) - Number(takesPrecedence(a)) || earliest(a) - earliest(b);
  });
}

/**
 * Which of the open sessions of a line are ended, by its rules: those of other routers than the one that it is
 * locked to, and those beyond the number of its plan. The same for any order of the packets.
 */
export function chooseSessions(sessions: readonly OpenSession[], rules: LoginRules, now: Date): SessionChoice {
  const { lockedMac, sessionsAtOnce } = rules;
  const isLockedOut = (session: OpenSession) => {
    const mac = macOf(session);
    return lockedMac !== null && mac !== null && mac !== lockedMac;
  };
  const ranked = rankDevices(
    sessions.filter((session) => !isLockedOut(session)),
    rules,
    now,
  );
  const staying = ranked.slice(0, sessionsAtOnce);
  // A router that has come back at another access server is not at the one before any more.
  const left = staying.flatMap((of) => {
    const { nas } = of.reduce((last, session) => (session.startedAt > last.startedAt ? session : last));
    return of.filter((session) => session.nas !== nas);
  });
  const beyond = ranked.slice(sessionsAtOnce).flat();
  const heardSince = now.getTime() - SILENT_MS;
  const heardLately = (of: readonly OpenSession[]) =>
    of
      .filter(({ lastPacketAt }) => lastPacketAt.getTime() >= heardSince)
      .toSorted((a, b) => b.lastPacketAt.getTime() - a.lastPacketAt.getTime());
  const heard = heardLately(staying.flat());
  const [stays] = heard;
  const ends = heardLately(beyond).find((session) => heard.every((other) => areTwoRouters(other, session)));
  return {
    ended: [
      ...sessions.filter(isLockedOut).map((session) => ({ session, reason: 'mac-lock' as const })),
      ...[...left, ...beyond].map((session) => ({ session, reason: 'session-limit' as const })),
    ],
    sharing: stays && ends ? [stays, ends] : null,
  };
}
