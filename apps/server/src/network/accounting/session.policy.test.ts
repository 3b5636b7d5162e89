import { lagosDate } from '@portal/kernel/calendar';
import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccountingPacket } from './accounting-packet.policy.ts';
import { accountingBody, type Saying } from './packet.factory.ts';
import { countPacket, type Session } from './session.policy.ts';

const GB = 1024 ** 3;
const owner = { lineId: 7, downloadMbps: 100, planId: null, limitReachedPeriod: null };

/** Counts bodies as the store does, one after the other, and returns the sums by day. */
function count(arrivals: readonly { readonly saying: Saying; readonly receivedAt: Date }[]) {
  const known = new Map<string, Session[]>();
  const days: Record<string, { download: number; upload: number }> = {};
  for (const { saying, receivedAt } of arrivals) {
    const packet = readAccountingPacket(readRadiusAttributes(accountingBody(saying)), receivedAt);
    if (!('sessionKey' in packet)) throw new Error(`not of a session: ${packet.kind}`);
    const siblings = known.get(packet.sessionKey) ?? [];
    const { session, growth } = countPacket(siblings, packet, { owner, receivedAt });
    const others = siblings.filter(({ generation }) => generation !== session.generation);
    known.set(
      packet.sessionKey,
      [...others, session].toSorted((a, b) => a.generation - b.generation),
    );
    for (const [day, [download, upload]] of growth) {
      const sum = days[day] ?? { download: 0, upload: 0 };
      days[day] = { download: sum.download + download, upload: sum.upload + upload };
    }
  }
  const used = Object.entries(days).filter(([, { download, upload }]) => download !== 0 || upload !== 0);
  return { days: Object.fromEntries(used), sessions: [...known.values()].flat() };
}

type Event = Saying & { readonly at: Date };

/** The usage of each day, from an access server's packets in chronological order. */
function truth(sessions: readonly (readonly Event[])[]) {
  const days: Record<string, { download: number; upload: number }> = {};
  for (const events of sessions) {
    let last = { download: 0, upload: 0 };
    for (const { at, download, upload } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      if (download == null || upload == null) continue;
      const day = lagosDate(at);
      const sum = days[day] ?? { download: 0, upload: 0 };
      days[day] = {
        download: sum.download + download - last.download,
        upload: sum.upload + upload - last.upload,
      };
      last = { download, upload };
    }
  }
  return Object.fromEntries(Object.entries(days).filter(([, { download, upload }]) => download !== 0 || upload !== 0));
}

const BEGIN = Date.parse('2026-11-28T22:10:00Z');
const LATEST = new Date('2026-12-06T00:00:00Z');

/**
 * One session: how its access server counts, when it began, and what each stretch of time adds.
 * Under 1.5 GB a stretch, so that no overflow is missed.
 */
const history = fc.record({
  gigawords: fc.constantFrom('always', 'when-needed', 'never'),
  hasUniqueId: fc.boolean(),
  beginsAfterS: fc.integer({ min: 0, max: 3 * 86_400 }),
  stretches: fc.array(
    fc.record({
      seconds: fc.integer({ min: 300, max: 20_000 }),
      download: fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 0, max: 1_500_000_000 })),
      upload: fc.integer({ min: 0, max: 900_000_000 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  ends: fc.boolean(),
  loses: fc.array(fc.nat(20), { maxLength: 5 }),
});

function eventsOf(given: typeof history extends fc.Arbitrary<infer H> ? H : never, number: number): Event[] {
  const common = {
    gigawords: given.gigawords,
    sessionId: `8000${number}`,
    uniqueId: given.hasUniqueId ? `unique${number}` : null,
  } as const;
  const begin = BEGIN + given.beginsAfterS * 1000;
  const events: Event[] = [{ ...common, status: 'Start', at: new Date(begin) }];
  let [seconds, download, upload] = [0, 0, 0];
  for (const [index, stretch] of given.stretches.entries()) {
    seconds += stretch.seconds;
    download += stretch.download;
    upload += stretch.upload;
    const isLast = index === given.stretches.length - 1;
    const status = isLast && given.ends ? 'Stop' : 'Interim-Update';
    events.push({ ...common, status, at: new Date(begin + seconds * 1000), seconds, download, upload });
  }
  // Without gigawords a lost packet may hide an overflow, which cannot be detected.
  return given.gigawords === 'never' ? events : events.filter((_, index) => !given.loses.includes(index));
}

describe('in whatever order packets arrive', () => {
  it('each day has what the access server counted on it: repeated, and with some lost', () => {
    const run = fc.tuple(
      fc.array(history, { minLength: 1, maxLength: 4 }),
      fc.integer(),
      fc.integer({ min: 1, max: 3 }),
    );
    fc.assert(
      fc.property(run, ([histories, seed, copies]) => {
        const sessions = histories.map(eventsOf);
        const packets = sessions.flat().flatMap((event) => Array.from({ length: copies }, () => event));
        const order = packets
          .map((event, index) => ({ event, place: Math.sin(seed + index * 7919) }))
          .toSorted((a, b) => a.place - b.place);
        const arrivals = order.map(({ event }) => ({
          saying: { ...event, delaySeconds: (LATEST.getTime() - event.at.getTime()) / 1000 },
          receivedAt: LATEST,
        }));
        expect(count(arrivals).days).toEqual(truth(sessions));
      }),
      { numRuns: 600 },
    );
  });

  it('a session id that an access server reuses after a restart is another session', () => {
    const twice = fc.tuple(history, history, fc.integer(), fc.integer({ min: 5, max: 50_000 }));
    fc.assert(
      fc.property(twice, ([first, second, seed, pauseS]) => {
        const before = eventsOf({ ...first, gigawords: 'always', loses: [] }, 1);
        const endS = (Math.max(...before.map(({ at }) => at.getTime())) - BEGIN) / 1000;
        const beginsAfterS = endS + pauseS;
        const hasUniqueId = first.hasUniqueId;
        const after = eventsOf({ ...second, gigawords: 'always', loses: [], hasUniqueId, beginsAfterS }, 1);
        const latest = new Date(Math.max(...after.map(({ at }) => at.getTime())));
        const arrivals = [...before, ...after]
          .map((event, index) => ({ event, place: Math.sin(seed + index * 7919) }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ event }) => ({
            saying: { ...event, delaySeconds: (latest.getTime() - event.at.getTime()) / 1000 },
            receivedAt: latest,
          }));
        const { days, sessions } = count(arrivals);
        expect(days).toEqual(truth([before, after]));
        expect(sessions).toHaveLength(2);
      }),
      { numRuns: 300 },
    );
  });
});

const noon = new Date('2026-11-21T11:00:00Z');
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
const now = (saying: Saying, minutes: number) => ({
  saying: { at: later(minutes), ...saying },
  receivedAt: later(minutes),
});

describe('a counter', () => {
  it('that falls where gigawords are sent subtracts nothing', () => {
    const { days } = count([
      now({ download: 5 * GB, upload: GB, seconds: 300 }, 5),
      now({ download: GB, upload: 0, seconds: 600 }, 10),
    ]);
    expect(days).toEqual({ '2026-11-21': { download: 5 * GB, upload: GB } });
  });

  it('of 32 bits that wraps around on an access server without gigawords goes on', () => {
    const counts = [3.5, 4.2, 4.9, 7.9, 8.3];
    const arrivals = counts.map((gb, index) =>
      now({ gigawords: 'never', download: Math.round(gb * GB), upload: 0, seconds: 300 * (index + 1) }, 5 * index),
    );
    expect(count(arrivals).days).toEqual({ '2026-11-21': { download: Math.round(8.3 * GB), upload: 0 } });
  });

  it('that falls faster than the line could have wrapped it is wrong, and the higher value stands', () => {
    const arrivals = [900, 100, 950].map((mb, index) =>
      now({ gigawords: 'never', download: mb * 1_000_000, upload: 0, seconds: 300 + 30 * index }, index),
    );
    expect(count(arrivals).days).toEqual({ '2026-11-21': { download: 950_000_000, upload: 0 } });
  });
});

describe('a session', () => {
  it('is counted when only its Stop arrives, and a late Interim does not open it again', () => {
    const { days, sessions } = count([
      now({ status: 'Stop', download: GB, upload: GB, seconds: 7200 }, 120),
      now({ download: GB / 2, upload: 0, seconds: 3600, at: later(60) }, 121),
    ]);
    expect(days).toEqual({ '2026-11-21': { download: GB, upload: GB } });
    expect(sessions).toMatchObject([{ stopped: true, endedAt: later(120) }]);
  });

  it('counts nothing twice after ten thousand repeats', () => {
    const packet = now({ download: GB, upload: 1, seconds: 3600 }, 60);
    const { days } = count(Array.from({ length: 10_000 }, () => packet));
    expect(days).toEqual({ '2026-11-21': { download: GB, upload: 1 } });
  });

  it('is counted on the days of our clock when that of the access server is a day wrong, and no total is wrong', () => {
    for (const wrongBy of [-1440, 1440, 60 * 24 * 365, -60 * 24 * 20_000]) {
      const { days, sessions } = count(
        [1, 2, 3].map((hour) => ({
          saying: { at: later(hour * 60 + wrongBy), download: hour * GB, upload: 0, seconds: hour * 3600 },
          receivedAt: later(hour * 60),
        })),
      );
      expect(days).toEqual({ '2026-11-21': { download: 3 * GB, upload: 0 } });
      expect(sessions).toHaveLength(1);
    }
  });

  it('is another one when its id is reused at once, with a Start, without one, or after a short one', () => {
    const cases = [
      [now({ status: 'Stop', seconds: 3600, download: 5 * GB, upload: 0 }, 60), now({ status: 'Start' }, 61)],
      [now({ seconds: 3600, download: 5 * GB, upload: 0 }, 60)],
      [now({ seconds: 120, download: 5 * GB, upload: 0 }, 60), now({ status: 'Start' }, 61)],
    ];
    for (const before of cases) {
      const again = now({ seconds: 60, download: 3 * GB, upload: 0 }, 62);
      const { days, sessions } = count([...before, again]);
      expect(days).toEqual({ '2026-11-21': { download: 8 * GB, upload: 0 } });
      expect(sessions).toHaveLength(2);
    }
  });

  it('is one session although the RADIUS server names it differently from one packet to the next', () => {
    const { days, sessions } = count([
      now({ uniqueId: 'a', seconds: 3600, download: 2 * GB, upload: 0 }, 60),
      now({ uniqueId: 'b', seconds: 7200, download: 3 * GB, upload: 0 }, 120),
      now({ status: 'Stop', seconds: 7260, download: 3 * GB, upload: 0 }, 121),
    ]);
    expect(days).toEqual({ '2026-11-21': { download: 3 * GB, upload: 0 } });
    expect(sessions).toHaveLength(1);
  });

  it('is one session although its duration grows faster than time, whatever the order', () => {
    const steps = [4, 1, 3, 2, 4, 0, 2].map((step) =>
      now({ status: step === 0 ? 'Start' : 'Interim-Update', seconds: step * 3600, download: step * GB, upload: 0 }, 0),
    );
    const { days, sessions } = count(steps);
    expect(days).toEqual({ '2026-11-21': { download: 4 * GB, upload: 0 } });
    expect(sessions).toHaveLength(1);
  });

  it('is one session although its access server corrects its clock meanwhile', () => {
    for (const wrongBy of [-300, 300, -45, 45]) {
      const { days, sessions } = count(
        [1, 2, 3, 4].map((hour) => ({
          saying: {
            at: later(hour * 60 + (hour < 3 ? wrongBy : 0)),
            download: hour * GB,
            upload: 0,
            seconds: hour * 3600,
          },
          receivedAt: later(hour * 60),
        })),
      );
      expect(days).toEqual({ '2026-11-21': { download: 4 * GB, upload: 0 } });
      expect(sessions).toHaveLength(1);
    }
  });

  it('belongs from then on to the customer who gets its login, without the usage before', () => {
    const first = readAccountingPacket(
      readRadiusAttributes(accountingBody({ at: noon, download: 5 * GB, upload: 0, seconds: 60 })),
      noon,
    );
    const second = readAccountingPacket(
      readRadiusAttributes(accountingBody({ at: later(5), download: 6 * GB, upload: 0, seconds: 360 })),
      later(5),
    );
    if (!('sessionKey' in first) || !('sessionKey' in second)) throw new Error('not of a session');
    const unclaimed = countPacket([], first, { owner: null, receivedAt: noon }).session;
    expect(unclaimed.lineId).toBeNull();
    const { session, growth } = countPacket([unclaimed], second, { owner, receivedAt: later(5) });
    expect(session).toMatchObject({ lineId: 7, downloadBytes: 6 * GB });
    expect([...growth]).toEqual([['2026-11-21', [GB, 0]]]);
  });
});
