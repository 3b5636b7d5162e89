import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSessions, type LoginRules, macOf, type OpenSession, refusalOf } from './simultaneous-use.policy.ts';

const NOW = new Date('2026-11-21T11:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const [ADA, BOLA, CHI] = ['aa:bb:cc:00:00:01', 'AA-BB-CC-00-00-02', 'aabb.cc00.0003'];

const session = (name: string, more: Partial<OpenSession> = {}): OpenSession => ({
  sessionKey: name,
  generation: 1,
  sessionId: name,
  username: 'line-1@fibre',
  nas: '10.0.0.1',
  nasPort: 'pon0/1/1',
  callingStation: ADA,
  framedAddress: null,
  startedAt: minutesAgo(30),
  lastPacketAt: minutesAgo(1),
  ...more,
});
const rules = (more: Partial<LoginRules> = {}): LoginRules => ({
  sessionsAtOnce: 1,
  sessionRule: 'newest',
  lockedMac: null,
  macResetAt: null,
  ...more,
});
const endedOf = (sessions: readonly OpenSession[], more: Partial<LoginRules> = {}) =>
  chooseSessions(sessions, rules(more), NOW).ended.map(({ session: { sessionKey }, reason }) => [sessionKey, reason]);

describe('the sessions of a login', () => {
  const old = session('old');
  const fresh = session('fresh', { callingStation: BOLA, startedAt: minutesAgo(2) });

  it('are the newest one where the newest stays, and the oldest where the oldest stays', () => {
    expect(endedOf([old, fresh])).toEqual([['old', 'session-limit']]);
    expect(endedOf([old, fresh], { sessionRule: 'oldest' })).toEqual([['fresh', 'session-limit']]);
    expect(endedOf([old, fresh], { sessionsAtOnce: 2 })).toEqual([]);
  });

  it('are not too many where one router has come back before its last session was reported as ended', () => {
    const back = session('back', { callingStation: 'AABBCC000001', startedAt: minutesAgo(1) });
    expect(chooseSessions([old, back], rules(), NOW)).toEqual({ ended: [], sharing: null });
  });

  it('end where the router has left for another access server, which is no sharing', () => {
    const moved = session('moved', { nas: '10.0.0.2', startedAt: minutesAgo(1) });
    for (const sessionRule of ['newest', 'oldest'] as const) {
      const { ended, sharing } = chooseSessions([old, moved], rules({ sessionRule }), NOW);
      expect([ended.map(({ session: { sessionKey } }) => sessionKey), sharing]).toEqual([['old'], null]);
    }
  });

  it('keep nobody out that is silent, nor that began before another router was let in', () => {
    const silent = session('silent', { lastPacketAt: minutesAgo(12) });
    expect(endedOf([silent, fresh], { sessionRule: 'oldest' })).toEqual([['silent', 'session-limit']]);
    expect(endedOf([old, fresh], { sessionRule: 'oldest', macResetAt: minutesAgo(5) })).toEqual([
      ['old', 'session-limit'],
    ]);
  });

  it('are those of the router that the line is locked to, and of those that tell no MAC address', () => {
    const untold = session('untold', { callingStation: null, startedAt: minutesAgo(1) });
    expect(endedOf([old, fresh], { lockedMac: 'aabbcc000001' })).toEqual([['fresh', 'mac-lock']]);
    expect(endedOf([old, untold], { lockedMac: 'aabbcc000001', sessionsAtOnce: 2 })).toEqual([]);
  });

  it('suggest sharing where two routers surely were online: by MAC address, else by port', () => {
    const sharingOf = (...sessions: OpenSession[]) =>
      chooseSessions(sessions, rules(), NOW).sharing?.map(({ sessionKey }) => sessionKey) ?? null;
    expect(sharingOf(old, fresh)).toEqual(['fresh', 'old']);
    expect(sharingOf(session('gone', { lastPacketAt: minutesAgo(12) }), fresh)).toBeNull();
    const here = session('here', { callingStation: null });
    const there = session('there', { callingStation: null, nasPort: 'pon0/1/2', startedAt: minutesAgo(1) });
    expect(sharingOf(here, there)).toEqual(['there', 'here']);
    expect(sharingOf(session('a', { callingStation: null, nasPort: null }), there)).toBeNull();
  });

  const macs = fc.constantFrom(ADA, BOLA, CHI, null);
  const anySession = fc.record({
    callingStation: macs,
    nas: fc.constantFrom('10.0.0.1', '10.0.0.2'),
    nasPort: fc.constantFrom('1', '2', null),
    age: fc.integer({ min: 0, max: 600 }),
    silence: fc.integer({ min: 0, max: 20 }),
  });

  it('stay the same in whatever order their packets came, and are never of more routers than may', () => {
    const lives = fc.uniqueArray(anySession, { selector: ({ age }) => age, maxLength: 6 });
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(
        lives,
        order,
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('newest', 'oldest'),
        (told, mix, atOnce, rule) => {
          const sessions = told.map(({ age, silence, ...device }, index) =>
            session(`s${index}`, { ...device, startedAt: minutesAgo(age), lastPacketAt: minutesAgo(silence) }),
          );
          const wanted = { sessionsAtOnce: atOnce, sessionRule: rule } as const;
          const places = new Map(sessions.map((one) => [one, mix.next().value]));
          const mixed = sessions.toSorted((a, b) => Number(places.get(a)) - Number(places.get(b)));
          const ended = endedOf(sessions, wanted);
          expect(new Set(endedOf(mixed, wanted).map(String))).toEqual(new Set(ended.map(String)));
          const gone = new Set(ended.map(([name]) => name));
          const staying = sessions.filter(({ sessionKey }) => !gone.has(sessionKey));
          const routers = new Set(
            staying.map((one) => macOf(one) ?? (one.nasPort === null ? one.sessionKey : `${one.nasPort} ${one.nas}`)),
          );
          expect(routers.size).toBeLessThanOrEqual(atOnce);
          expect(sessions.length === 0 || staying.length > 0).toBe(true);
          const newest = sessions.toSorted((a, b) => +b.startedAt - +a.startedAt)[0];
          if (rule === 'newest' && newest) expect(gone.has(newest.sessionKey)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a router that asks to connect', () => {
  const ada = { callingStation: ADA, nas: '10.0.0.1', nasPort: '1' };
  const bola = { callingStation: BOLA, nas: '10.0.0.1', nasPort: '2' };

  it('is refused by a lock to another one, and let in where its MAC address is not told', () => {
    const locked = { lockedMac: 'aabbcc000001', sessionsAtOnce: 1, online: null };
    expect(refusalOf(locked, bola)).toBe('mac-lock');
    expect(refusalOf(locked, { ...ada, callingStation: 'AABB.CC00.0001' })).toBeNull();
    expect(refusalOf(locked, { ...bola, callingStation: null })).toBeNull();
  });

  it('is refused while as many others are online as may, and let in where it is one of them', () => {
    const free = { lockedMac: null, sessionsAtOnce: 1 };
    expect(refusalOf({ ...free, online: [ada] }, bola)).toBe('in-use');
    expect(refusalOf({ ...free, online: [ada] }, { ...ada, nas: '10.0.0.2' })).toBeNull();
    expect(refusalOf({ ...free, online: [] }, bola)).toBeNull();
    expect(refusalOf({ ...free, online: null }, bola)).toBeNull();
    expect(refusalOf({ ...free, sessionsAtOnce: 2, online: [ada, ada] }, bola)).toBeNull();
  });
});
