import { expect, it } from 'vitest';
import { endpoints } from '../index.ts';
import {
  initialPermissions,
  isRead,
  mayBeGranted,
  ownerPermission,
  permissions,
  staffRoles,
} from './staff-permissions.ts';

const staffCalls = endpoints.filter(({ access }) => access === 'admin');

it('reads with a read permission, and changes things with another', () => {
  for (const { method, path, permission } of staffCalls) {
    // One downloads with `archives:make` too: who reads everything else may not read hashes of passwords.
    if (permission === undefined || permission === 'any' || permission === 'archives:make') continue;
    expect(isRead(permission), `${method} ${path}: ${permission}`).toBe(method === 'GET');
  }
});

it('lists no permission that no call needs, and leaves open to all staff only what is their own', () => {
  const needed = new Set(staffCalls.map(({ permission }) => permission));
  expect(permissions.filter((permission) => !needed.has(permission))).toEqual([]);
  const open = staffCalls
    .filter(({ permission }) => permission === 'any')
    .map(({ method, path }) => `${method} ${path}`)
    .sort();
  expect(open).toEqual([
    'GET /api/staff/agents',
    'GET /api/staff/me',
    'POST /api/staff/second-factor/recovery-codes',
    'PUT /api/staff/second-factor/passkey-only',
  ]);
});

it('gives an owner everything, an auditor every read and nothing else, and adding staff to owners alone', () => {
  expect(initialPermissions.owner).toEqual(permissions);
  // Who had an address is asked for a case, which an audit is not, and the counter of agents is theirs.
  const notForAudits = ['address-owner:read', 'agent-counter:read'];
  const reads = permissions.filter((permission) => isRead(permission) && !notForAudits.includes(permission));
  expect(initialPermissions.auditor).toEqual(reads);
  for (const role of staffRoles) {
    expect(initialPermissions[role].includes(ownerPermission), role).toBe(role === 'owner');
    if (role === 'owner') continue;
    for (const permission of initialPermissions[role]) expect(mayBeGranted(role, permission), permission).toBe(true);
  }
});
