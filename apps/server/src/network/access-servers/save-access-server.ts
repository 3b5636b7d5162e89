import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { ensureArea } from '../areas/service-area.repository.ts';
import { findProfileRow } from '../vendor-profiles/vendor-profile.repository.ts';
import { insertServer, listNamesakes, lockServer, type ServerRow, updateServer } from './access-server.repository.ts';
import { addressOf, isServerAddress } from './server-address.policy.ts';

export type ServerDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** Has every instance read access servers and profiles again. Called after the commit. */
  readonly announce: () => void;
};

type Form = {
  readonly name: string;
  readonly address: string;
  readonly profileId: string;
  readonly area: string | null;
  readonly coaPort: number;
};

const subject = (id: string): string => `access-server:${id}`;

const audited = ({ name, address, profileId, area, coaPort }: Form) => ({ name, address, profileId, area, coaPort });

function refuse(code: 'access-server.name-taken' | 'access-server.address-taken', field: string, message: string) {
  return new ApiError(code, { message, errors: { [field]: message } });
}

/**
 * The form as it is stored. Throws ApiError access-server.name-taken, access-server.address-taken,
 * vendor-profile.not-found, request.invalid.
 */
async function valuesOf(tx: Transaction, form: Form, exceptId: string | null, now: Date): Promise<Form> {
  if (!isServerAddress(form.address)) {
    const message = 'Enter its IPv4 or IPv6 address, as its packets name it';
    throw new ApiError('request.invalid', { message, errors: { address: message } });
  }
  const address = addressOf(form.address);
  const namesakes = await listNamesakes(tx, { name: form.name, address, exceptId });
  const neighbour = namesakes.find((other) => other.address === address);
  if (neighbour)
    throw refuse('access-server.address-taken', 'address', `The access server “${neighbour.name}” has this address.`);
  if (namesakes.length > 0) throw refuse('access-server.name-taken', 'name', 'Another access server has this name.');
  if (!(await findProfileRow(tx, form.profileId))) {
    throw new ApiError('vendor-profile.not-found', { errors: { profileId: 'There is no such vendor profile.' } });
  }
  return { ...form, address, area: form.area === null ? null : await ensureArea(tx, form.area, now) };
}

/**
 * Puts an access server on the list, audited without its secret, and returns its id. Throws ApiError
 * access-server.name-taken, access-server.address-taken, vendor-profile.not-found.
 */
export async function createAccessServer(
  deps: ServerDependencies,
  staffId: number,
  { secret, ...form }: Form & { readonly secret: string },
): Promise<string> {
  const now = deps.clock();
  const created = await deps.database.transaction(async (tx) => {
    const values = await valuesOf(tx, form, null, now);
    const id = await insertServer(tx, { ...values, encryptedSecret: deps.encryption.encrypt(secret) }, now);
    if (id === null) throw new Error('the access server was not written');
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'access-server.create',
      subject: subject(id),
      before: null,
      after: audited(values),
    });
    return id;
  });
  deps.announce();
  return created;
}

async function changeServer(
  deps: ServerDependencies,
  order: { readonly staffId: number; readonly id: string; readonly action: string },
  decide: (
    before: ServerRow,
    tx: Transaction,
    now: Date,
  ) => Promise<{
    readonly change: Partial<ServerRow>;
    readonly was: AuditEntry['before'];
    readonly is: AuditEntry['after'];
  }>,
): Promise<void> {
  const { staffId, id, action } = order;
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    const before = await lockServer(tx, id);
    if (!before) throw new ApiError('access-server.not-found');
    const { change, was, is } = await decide(before, tx, now);
    await updateServer(tx, id, { ...change, updatedAt: now });
    await deps.recordAudit(tx, { actorId: staffId, action, subject: subject(id), before: was, after: is });
  });
  deps.announce();
}

/**
 * Changes the facts of an access server, audited. Throws ApiError access-server.not-found,
 * access-server.name-taken, access-server.address-taken, vendor-profile.not-found.
 */
export async function changeAccessServer(
  deps: ServerDependencies,
  { form, ...order }: { readonly staffId: number; readonly id: string; readonly form: Form },
): Promise<void> {
  await changeServer(deps, { ...order, action: 'access-server.change' }, async (before, tx, now) => {
    const values = await valuesOf(tx, form, order.id, now);
    const isRead = before.name !== values.name || before.address !== values.address;
    // What was heard is of the machine at the address before.
    const isOther = before.address !== values.address ? { lastPacketAt: null, clockOffsetMs: null } : {};
    return {
      change: { ...values, ...isOther, ...(isRead ? { clientChangedAt: now } : {}) },
      was: audited(before),
      is: audited(values),
    };
  });
}

/**
 * Gives an access server a new secret, audited without either; the one before is accepted until the turn ends.
 * Throws ApiError access-server.not-found, access-server.turning.
 */
export async function turnSecret(
  deps: ServerDependencies,
  { secret, ...order }: { readonly staffId: number; readonly id: string; readonly secret: string },
): Promise<void> {
  await changeServer(deps, { ...order, action: 'access-server.turn-secret' }, async (before, _tx, now) => {
    if (before.encryptedPreviousSecret !== '') throw new ApiError('access-server.turning');
    return {
      change: {
        encryptedSecret: deps.encryption.encrypt(secret),
        encryptedPreviousSecret: before.encryptedSecret,
        clientChangedAt: now,
      },
      was: null,
      is: { isTurning: true },
    };
  });
}

/** Ends the turn of a secret, audited. Throws ApiError access-server.not-found, access-server.not-turning. */
export async function endTurn(
  deps: ServerDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<void> {
  await changeServer(deps, { ...order, action: 'access-server.end-turn' }, async (before) => {
    if (before.encryptedPreviousSecret === '') throw new ApiError('access-server.not-turning');
    return { change: { encryptedPreviousSecret: '' }, was: { isTurning: true }, is: { isTurning: false } };
  });
}

/** Takes an access server off the list and forgets its secrets, audited. Throws ApiError access-server.not-found. */
export async function retireAccessServer(
  deps: ServerDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<void> {
  await changeServer(deps, { ...order, action: 'access-server.retire' }, async (before, _tx, now) => ({
    change: { encryptedSecret: '', encryptedPreviousSecret: '', retiredAt: now, clientChangedAt: now },
    was: audited(before),
    is: null,
  }));
}
