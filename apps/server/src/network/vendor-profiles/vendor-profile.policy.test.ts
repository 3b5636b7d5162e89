import { type ProfileTemplates, templatePurposes } from '@portal/contract/network/staff-vendor-profiles';
import { describe, expect, it } from 'vitest';
import { attribute, ipv6Prefix, vendorAttribute, wholeNumber } from '../radius-actions/radius-packet.ts';
import { builtInProfiles, builtInTemplates, DEFAULT_PROFILE } from './built-in-profiles.ts';
import { acceptAttributes, atSpeed, coaAttributes, type LineValues } from './render-profile.ts';
import { findLineFault, findTemplateFaults } from './template.policy.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: what FreeRADIUS would expand.
const VARIABLE = '${secret}';
const LINE = atSpeed({ downMbps: 50, upMbps: 20 });

function profile(key: string): ProfileTemplates {
  const templates = builtInTemplates(key);
  if (!templates) throw new Error(`there is no profile ${key}`);
  return templates;
}

const accepted = (key: string, values: Partial<LineValues> = {}) =>
  acceptAttributes(profile(key), { ...LINE, ...values });

describe('a line', () => {
  it('of an access server that nobody has added gets what every line got before there were profiles', () => {
    const common = profile(DEFAULT_PROFILE);
    expect(JSON.stringify(acceptAttributes(common, LINE))).toBe(
      '{"reply:Mikrotik-Rate-Limit":"20M/50M","reply:WISPr-Bandwidth-Max-Down":50000000,"reply:WISPr-Bandwidth-Max-Up":20000000}',
    );
    expect(coaAttributes(common, LINE)).toEqual([
      vendorAttribute(14_988, 8, '20M/50M'),
      vendorAttribute(14_122, 8, wholeNumber(50_000_000)),
      vendorAttribute(14_122, 7, wholeNumber(20_000_000)),
    ]);
  });

  it('of each vendor gets its speed in the vendor’s own words', () => {
    expect(accepted('mikrotik')).toEqual({ 'reply:Mikrotik-Rate-Limit': '20M/50M' });
    expect(accepted('huawei')).toEqual({
      'reply:Huawei-Input-Average-Rate': 20_000_000,
      'reply:Huawei-Output-Average-Rate': 50_000_000,
    });
    expect(accepted('cisco')).toEqual({ 'reply:Cisco-Policy-Up': 'up-20M', 'reply:Cisco-Policy-Down': 'down-50M' });
    expect(accepted('juniper')).toMatchObject({ 'reply:ERX-CoS-Shaping-Pmt-Type': 'T02 50000000' });
    expect(accepted('accel-ppp')).toEqual({ 'reply:Filter-Id': '50000/20000' });
  });

  it('that is stopped at its limit gets the policy, in place of the speed where one attribute says both', () => {
    const stopped = { limit: 'stop', policy: 'over-limit' } as const;
    expect(accepted('mikrotik', stopped)).toEqual({
      'reply:Mikrotik-Rate-Limit': '20M/50M',
      'reply:Mikrotik-Address-List': 'over-limit',
    });
    expect(accepted('juniper', stopped)).toMatchObject({ 'reply:ERX-Ingress-Policy-Name': 'over-limit' });
    expect(accepted('accel-ppp', stopped)).toEqual({ 'reply:Filter-Id': '64/64' });
    expect(accepted('mikrotik', { policy: 'over-limit' })).toEqual(accepted('mikrotik'));
  });

  it('with a fixed address gets that and no pool, and a running session is told of neither', () => {
    const values = { address: '192.0.2.7', prefix: '2001:db8::/56', pool: 'home', sessionTimeoutS: 3600 };
    expect(accepted('mikrotik', values)).toEqual({
      'reply:Mikrotik-Rate-Limit': '20M/50M',
      'reply:Session-Timeout': 3600,
      'reply:Framed-IP-Address': '192.0.2.7',
      'reply:Delegated-IPv6-Prefix': '2001:db8::/56',
    });
    expect(accepted('mikrotik', { pool: 'home' })).toMatchObject({ 'reply:Framed-Pool': 'home' });
    expect(coaAttributes(profile('mikrotik'), { ...LINE, ...values })).toEqual([
      vendorAttribute(14_988, 8, '20M/50M'),
      attribute(27, wholeNumber(3600)),
    ]);
  });

  it('with a burst gets it in place of the plain speed, where the vendor has one', () => {
    const burst = { downMbps: 100, upMbps: 40 };
    expect(accepted('mikrotik', { burst })).toEqual({
      'reply:Mikrotik-Rate-Limit': '20M/50M 40M/100M 20M/50M 16/16',
    });
    expect(accepted('cisco', { burst })).toEqual(accepted('cisco'));
  });

  it('whose attribute repeats gets all of its values', () => {
    const templates = {
      ...profile('cisco'),
      speed: ['in=up-{upMbps}M', 'out=down-{downMbps}M'].map((value) => ({
        attribute: 'Cisco-AVPair',
        value: `ip:sub-qos-policy-${value}`,
      })),
    };
    expect(acceptAttributes(templates, LINE)).toEqual({
      'reply:Cisco-AVPair': { op: '+=', value: ['ip:sub-qos-policy-in=up-20M', 'ip:sub-qos-policy-out=down-50M'] },
    });
    expect(coaAttributes(templates, LINE)).toEqual([
      vendorAttribute(9, 1, 'ip:sub-qos-policy-in=up-20M'),
      vendorAttribute(9, 1, 'ip:sub-qos-policy-out=down-50M'),
    ]);
  });

  it('is never told a policy, pool or address that FreeRADIUS would read more into', () => {
    for (const hostile of ['%{User-Password}', '`id`', 'a"b', 'a\\b', 'a\nb', VARIABLE, 'ö']) {
      expect(accepted('mikrotik', { limit: 'stop', policy: hostile, pool: hostile, address: null }), hostile).toEqual({
        'reply:Mikrotik-Rate-Limit': '20M/50M',
      });
      expect(accepted('mikrotik', { address: hostile, prefix: hostile }), hostile).toEqual(accepted('mikrotik'));
    }
  });

  it('that is faster than a number of 32 bits says has the largest', () => {
    const templates = profile('wispr');
    expect(acceptAttributes(templates, atSpeed({ downMbps: 10_000, upMbps: 1 }))).toMatchObject({
      'reply:WISPr-Bandwidth-Max-Down': 4_294_967_295,
    });
  });
});

describe('a profile', () => {
  it('that comes with the portal has no fault', () => {
    for (const { key, templates } of builtInProfiles) expect(findTemplateFaults(templates), key).toEqual({});
  });

  it.each([
    ['an attribute that nobody knows', 'Mikrotik-Rate-Limits', '1M/1M', 'is not an attribute that a profile may have'],
    ['an attribute that is the session’s', 'User-Name', 'x', 'is not an attribute that a profile may have'],
    ['a name of every object', 'constructor', 'x', 'is not an attribute that a profile may have'],
    [
      'a placeholder of another purpose',
      'Mikrotik-Rate-Limit',
      '{address}',
      'names {address}. Here it may name {downMbps}',
    ],
    ['a brace that stays open', 'Mikrotik-Rate-Limit', '{upMbps', 'has a brace that is not closed'],
    ['an expansion', 'Filter-Id', '%{User-Password}', 'may not have %'],
    ['a command', 'Filter-Id', '`id`', 'may not have %'],
    ['an escape', 'Filter-Id', 'a\\nb', 'may not have %'],
    ['a quotation mark', 'Filter-Id', 'a", b = "c', 'may not have %'],
    ['a variable', 'Filter-Id', VARIABLE, 'may not have %'],
    ['a line break', 'Filter-Id', 'a\nFramed-Pool = b', 'plain letters, digits and signs only'],
    ['text for a number', 'WISPr-Bandwidth-Max-Up', '{upMbps}M', 'takes a whole number'],
    ['a number beyond 32 bits', 'Session-Timeout', '4294967296', 'takes a whole number'],
    ['a rate for an address', 'Framed-IP-Address', '{upMbps}', 'takes an IPv4 address'],
    ['an address that is none', 'Framed-IP-Address', '300.1.1.1', 'takes an IPv4 address'],
    ['a prefix that is none', 'Delegated-IPv6-Prefix', '2001:db8::/129', 'takes an IPv6 prefix'],
  ])('with %s is refused with a sentence about it', (_, name, value, sentence) => {
    expect(findLineFault('speed', { attribute: name, value })).toContain(sentence);
  });

  it('may write an attribute out', () => {
    expect(findLineFault('speed', { attribute: 'Idle-Timeout', value: '600' })).toBeNull();
    expect(findLineFault('pool', { attribute: 'Framed-Route', value: '192.0.2.0/24 0.0.0.0 1' })).toBeNull();
  });

  it('has lines for every purpose, if only none', () => {
    for (const { key, templates } of builtInProfiles)
      expect(Object.keys(templates).toSorted(), key).toEqual([...templatePurposes].toSorted());
  });
});

it('a prefix is encoded with its length, and nothing beyond it', () => {
  expect(ipv6Prefix('2001:db8:1:ffff::/56')?.toString('hex')).toBe('003820010db80001ff');
  expect(ipv6Prefix('::/0')?.toString('hex')).toBe('0000');
  expect(ipv6Prefix('2001:db8::1/128')?.toString('hex')).toBe('008020010db8000000000000000000000001');
  for (const wrong of ['2001:db8::', '10.0.0.0/8', '2001:db8::/x', '::ffff:10.0.0.1/96'])
    expect(ipv6Prefix(wrong)).toBeNull();
});
