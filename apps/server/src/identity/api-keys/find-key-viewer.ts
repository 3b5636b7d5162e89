import { keyScopes } from '@portal/contract/platform/staff-permissions';
import { type Database, isDatabaseFull } from '../../platform/database/connection.ts';
import { presentStaff } from '../../platform/http/authorisation/staff-permission.ts';
import type { FindKeyViewer } from '../../platform/http/contract/route-from-contract.ts';
import { presentUser } from '../accounts/present-user.ts';
import { isWellFormed, keyHash } from './api-key.policy.ts';
import { prepareFindApiKey, recordUse } from './api-key.repository.ts';

/**
 * Looks a key up at every call, so that what is revoked, or taken from who made it, counts at once and
 * everywhere. It may do what is among its scopes and what who made it may do now.
 */
export function createFindKeyViewer(database: Database): FindKeyViewer {
  const findApiKey = prepareFindApiKey(database);
  return async (key, request) => {
    const row = isWellFormed(key) ? await findApiKey(keyHash(key)) : null;
    const staff = row && presentStaff(row);
    if (!row || !staff) return null;
    if (row.isUseDue) {
      // On a full disk reads go on.
      await recordUse(database, row.keyId, request.ip).catch((error: unknown) => {
        if (!isDatabaseFull(error)) throw error;
      });
    }
    const permissions = keyScopes.filter((scope) => row.scopes.includes(scope) && staff.permissions.has(scope));
    return {
      user: presentUser(row, null),
      account: null,
      staff: { roles: staff.roles, permissions: new Set(permissions) },
      // No session is stored under it.
      sids: [`api-key:${row.keyId}`],
      // Who made it has shown theirs then.
      secondFactor: true,
      // Its scopes are what it may do, at any hour: there is nobody to ask.
      freshProof: true,
      key: { id: row.keyId, name: row.keyName },
    };
  };
}
