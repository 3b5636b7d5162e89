import { readRadiusAttributes } from '@portal/kernel/radius-attributes';
import { describe, expect, it } from 'vitest';
import { readAccountingPacket } from './accounting-packet.policy.ts';
import { accountingBody, type Saying } from './packet.factory.ts';

const NOON = new Date('2026-11-21T11:00:00Z');
const before = (seconds: number) => new Date(NOON.getTime() - seconds * 1000);

function read(saying: Saying, receivedAt = NOON) {
  const packet = readAccountingPacket(readRadiusAttributes(accountingBody(saying)), receivedAt);
  if (!('sessionKey' in packet)) throw new Error(`not of a session: ${JSON.stringify(packet)}`);
  return packet;
}

const one = (type: string, value: unknown) => ({ type, value: [value] });

describe('a packet as FreeRADIUS posts it', () => {
  it('is read: counters as numbers and as text, input from the customer, the login in lower case', () => {
    const seen = {
      'User-Name': one('string', 'Home-1001@Fibre'),
      'NAS-IP-Address': one('ipaddr', '10.0.0.1'),
      'Framed-IP-Address': one('ipaddr', '100.64.10.7'),
      Class: one('octets', '0x637573742d31'),
      'Calling-Station-Id': one('string', 'AA:BB:CC:00:11:22'),
      'NAS-Port': one('integer', 17),
      'NAS-Port-Id': one('string', 'ether3:vlan120'),
      'Delegated-IPv6-Prefix': one('ipv6prefix', '2001:DB8:1200:5600::/56'),
      'Framed-IPv6-Prefix': one('ipv6prefix', '2001:db8:ff:17::/64'),
      'Acct-Status-Type': one('integer', 'Interim-Update'),
      'Acct-Delay-Time': one('integer', 2),
      'Acct-Input-Octets': one('integer', 123_456_789),
      'Acct-Output-Octets': one('integer', 4_294_967_295),
      'Acct-Session-Id': one('string', '81a0001f'),
      'Acct-Session-Time': one('integer', 3600),
      'Acct-Input-Gigawords': one('integer', 1),
      'Acct-Output-Gigawords': one('integer', 3),
      'Event-Timestamp': one('date', 'Nov 21 2026 10:59:58 UTC'),
      'Acct-Unique-Session-Id': one('string', '459a2387d09a90170acca438ede956ba'),
      'Acct-Input-Octets64': one('integer64', '4418424085'),
      'Acct-Output-Octets64': one('integer64', '17179869183'),
    };
    expect(readAccountingPacket(readRadiusAttributes(seen), NOON)).toEqual({
      kind: 'interim',
      sessionKey: 's:10.0.0.1|81a0001f|home-1001@fibre',
      sessionId: '81a0001f',
      username: 'home-1001@fibre',
      writtenUsername: 'Home-1001@Fibre',
      nas: '10.0.0.1',
      framedAddress: '100.64.10.7',
      callingStation: 'AA:BB:CC:00:11:22',
      nasPort: 'ether3:vlan120',
      delegatedPrefix: '2001:db8:1200:5600::/56',
      framedPrefix: '2001:db8:ff:17::/64',
      cause: null,
      seconds: 3600,
      download: { octets: 4_294_967_295, gigawords: 3 },
      upload: { octets: 123_456_789, gigawords: 1 },
      at: before(2),
      sentAt: before(2),
      isRight: true,
      isFarOff: false,
      clockOffsetMs: 0,
    });
  });

  it('may have an attribute several times, of which the first counts, and its number beside it', () => {
    const several = { ...accountingBody({ status: 'Start', username: 'home-7', sessionId: '81a0' }) };
    const login = { type: 'string', value: ['home-7', 'home-8'], attr_num: 1 };
    const packet = readAccountingPacket(readRadiusAttributes({ ...several, 'User-Name': login }), NOON);
    expect(packet).toMatchObject({ kind: 'start', username: 'home-7', sessionId: '81a0' });
  });

  it('may have numbers for names, and numbers as text', () => {
    expect(read({ status: 1 }).kind).toBe('start');
    expect(read({ status: '2' }).kind).toBe('stop');
    expect(read({ status: 'Alive' }).kind).toBe('interim');
    expect(read({ extra: { 'Acct-Session-Time': one('integer', '77') } }).seconds).toBe(77);
    expect(read({ extra: { 'Event-Timestamp': one('date', before(5).getTime() / 1000) } }).at).toEqual(before(5));
  });

  it('has a port by its number where it has no name, and the only address of IPv6 as a prefix', () => {
    const extra = { 'NAS-Port': one('integer', 17), 'Framed-IPv6-Address': one('ipv6addr', '2001:db8::17') };
    expect(read({ extra })).toMatchObject({ nasPort: '17', framedPrefix: '2001:db8::17/128', delegatedPrefix: null });
    const nonsense = { 'Framed-IPv6-Prefix': one('string', 'none'), 'Delegated-IPv6-Prefix': one('string', '::/200') };
    expect(read({ extra: nonsense })).toMatchObject({ nasPort: null, framedPrefix: null, delegatedPrefix: null });
  });

  it('has no counter where only the 64-bit one is there and zero, as in Start and On', () => {
    expect(read({ status: 'Start' })).toMatchObject({ download: null, upload: null });
    const only64 = { extra: { 'Acct-Output-Octets64': one('integer64', String(5 * 2 ** 32 + 7)) } };
    expect(read(only64).download).toEqual({ octets: 7, gigawords: 5 });
  });

  it('has letters beyond ASCII as single bytes', () => {
    expect(read({ username: 'Ad\u00c3\u00a9@fibre' }).username).toBe('adé@fibre');
    expect(read({ username: 'Adé@fibre' }).username).toBe('adé@fibre');
  });

  it('is of a session named by access server, id and login where no single attribute identifies it', () => {
    const key = (saying: Saying) => read(saying).sessionKey;
    expect(key({ sessionId: 'a', nas: '10.0.0.1' })).not.toBe(key({ sessionId: 'a', nas: '10.0.0.2' }));
    expect(key({ sessionId: 'a', username: 'x' })).not.toBe(key({ sessionId: 'a', username: 'y' }));
    expect(key({ sessionId: 'a' })).toBe(key({ sessionId: 'a' }));
  });
});

describe('the time of a packet', () => {
  it.each([
    ['Nov 21 2026 10:58:20 UTC', before(100)],
    ['Nov 21 2026 11:58:20 WAT', before(100)],
    ['Nov 21 2026 10:58:20 GMT', before(100)],
    ['Nov  1 2026 10:58:20 UTC', NOON],
    ['Nov 21 2026 10:58:20 CET', NOON],
    ['yesterday', NOON],
  ])('written as "%s" is %s', (written, at) => {
    expect(read({ extra: { 'Event-Timestamp': one('date', written) } }).at).toEqual(at);
  });

  it('in seconds takes precedence over the written one, whatever its zone', () => {
    const extra = {
      'Event-Timestamp': one('date', 'Nov 21 2026 10:58:20 XYZ'),
      'Tmp-Integer-0': one('integer', before(100).getTime() / 1000),
    };
    expect(read({ extra }).at).toEqual(before(100));
  });

  it('without any is when it was sent', () => {
    expect(read({ delaySeconds: 90 })).toMatchObject({ at: before(90), isRight: false });
    expect(read({ delaySeconds: 4_294_967_295 }).at).toEqual(NOON);
  });

  it('is trusted when the delay explains it, however long, and for half a day when nothing does', () => {
    expect(read({ at: before(90_000), delaySeconds: 90_000 })).toMatchObject({ at: before(90_000), isRight: true });
    expect(read({ at: before(6 * 3600) })).toMatchObject({ at: before(6 * 3600), isRight: false });
    expect(read({ at: before(86_400) }).at).toEqual(NOON);
    expect(read({ at: before(-3600) }).at).toEqual(NOON);
  });

  it('behind a buffer is when that received it; the reader has added the age of the event to the delay', () => {
    const buffered = (heldSeconds: number, stampedBefore: number, nasDelay = 0) =>
      read({
        at: before(stampedBefore),
        delaySeconds: nasDelay + stampedBefore,
        extra: { 'Packet-Original-Timestamp': one('date', before(heldSeconds).getTime() / 1000) },
      });
    expect(buffered(7200, 7205)).toMatchObject({ at: before(7205), isRight: true });
    expect(buffered(300, 50_300, 50_000)).toMatchObject({ at: before(50_300), isRight: true });
    // Its clock is a day behind: the delay derived from it proves nothing.
    expect(buffered(7200, 7200 + 86_400)).toMatchObject({ at: before(7200), isRight: false });
  });
});
