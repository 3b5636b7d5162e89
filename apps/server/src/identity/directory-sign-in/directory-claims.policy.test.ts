import { expect, it } from 'vitest';
import { claimAt, personIn, rolesIn } from './directory-claims.policy.ts';

const claims = { iss: 'https://directory.example', sub: 'kemi', email: 'kemi@work.example', email_verified: true };
const settings = { rolesClaim: 'groups', verifiedClaim: 'email_verified' };

it.each([
  ['groups', ['support']],
  ['realm_access.roles', ['billing']],
  ['https://isp.example/roles', ['sales']],
  ['missing', undefined],
  ['groups.0', undefined],
  ['realm_access.constructor', undefined],
  ['__proto__', undefined],
])('the claim %s is found by its name, or by its path', (path, found) => {
  const token = {
    groups: ['support'],
    realm_access: { roles: ['billing'] },
    'https://isp.example/roles': ['sales'],
  };
  expect(claimAt(token, path)).toEqual(found);
});

it('roles are those that the console knows, of a list or a text', () => {
  expect(rolesIn(['everybody', 'owner', 'support', 'support'])).toEqual(['owner', 'support']);
  expect(rolesIn('billing, sales')).toEqual(['billing', 'sales']);
  for (const none of [undefined, null, 7, {}, { owner: true }, 'owners', 'Owner', [['owner']], ['owner ']]) {
    expect(rolesIn(none)).toEqual([]);
  }
});

it('an address counts only when the directory says that it is verified', () => {
  expect(personIn(claims, settings).email).toBe('kemi@work.example');
  for (const email_verified of [false, 'true', 1, undefined]) {
    expect(personIn({ ...claims, email_verified }, settings).email).toBeNull();
  }
  expect(personIn({ ...claims, email: 'no address' }, settings).email).toBeNull();
});

it('an address counts by the claim that the operator names, or by the operator’s word', () => {
  const { email_verified: _, ...entra } = claims;
  const emailBy = (verifiedClaim: string | null, more: object = {}) =>
    personIn({ ...entra, ...more }, { ...settings, verifiedClaim }).email;
  for (const yes of [true, 1, '1', 'true']) expect(emailBy('xms_edov', { xms_edov: yes })).toBe('kemi@work.example');
  for (const no of [false, 0, '0', 'false', '', null, ['1'], undefined]) {
    expect(emailBy('xms_edov', { xms_edov: no })).toBeNull();
  }
  expect(emailBy('xms_edov', { email_verified: true })).toBeNull();
  expect([emailBy('email_verified'), emailBy(null)]).toEqual([null, 'kemi@work.example']);
  expect(emailBy(null, { email: 'no address' })).toBeNull();
});

it('a name is made of what the directory has, and of nothing that cannot be stored', () => {
  const nameOf = (named: Record<string, unknown>) => {
    const { firstName, lastName } = personIn({ ...claims, ...named }, settings);
    return [firstName, lastName];
  };
  expect(nameOf({ given_name: 'Kẹ́mi', family_name: 'Bello', name: 'Other' })).toEqual([
    'Kẹ́mi'.normalize('NFC'),
    'Bello',
  ]);
  expect(nameOf({ name: 'Kemi Ade Bello' })).toEqual(['Kemi', 'Ade Bello']);
  expect(nameOf({ name: '\u0000', given_name: 7 })).toEqual(['kemi', '']);
  expect(nameOf({})).toEqual(['kemi', '']);
});
