import type { ProfileTemplates, VendorProfile } from '@portal/contract/network/staff-vendor-profiles';
import { templatePurposes } from '@portal/contract/network/staff-vendor-profiles';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { builtInTemplates, DEFAULT_PROFILE } from './built-in-profiles.ts';
import { findTemplateFaults } from './template.policy.ts';
import {
  countServersOf,
  deleteProfile,
  findBuiltIn,
  insertProfile,
  isNameTaken,
  listProfileRows,
  lockProfile,
  moveRetired,
  type ProfileRow,
  updateProfile,
} from './vendor-profile.repository.ts';

export type ProfileDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** Has every instance read access servers and profiles again. Called after the commit. */
  readonly announce: () => void;
};

type Form = ProfileTemplates & { readonly name: string };

const NOTHING: ProfileTemplates = {
  speed: [],
  burst: [],
  pool: [],
  'limit-policy': [],
  'static-address': [],
  'ipv6-prefix': [],
  'session-timeout': [],
};

/** What a profile says: its own lines, or those that come with the portal. */
export function templatesOf({ templates, builtIn }: Pick<ProfileRow, 'templates' | 'builtIn'>): ProfileTemplates {
  return { ...NOTHING, ...(templates ?? (builtIn === null ? null : builtInTemplates(builtIn))) };
}

/** Every profile, by name. */
export async function listVendorProfiles(queryable: Queryable): Promise<VendorProfile[]> {
  const rows = await listProfileRows(queryable);
  return rows.map(({ profile, servers }) => ({
    id: profile.id,
    name: profile.name,
    builtIn: profile.builtIn !== null,
    isEdited: profile.builtIn !== null && profile.templates !== null,
    isDefault: profile.builtIn === DEFAULT_PROFILE,
    templates: templatesOf(profile),
    servers,
    updatedAt: profile.updatedAt.toISOString(),
  }));
}

async function requireView(tx: Transaction, id: string): Promise<VendorProfile> {
  const found = (await listVendorProfiles(tx)).find((profile) => profile.id === id);
  if (!found) throw new ApiError('vendor-profile.not-found');
  return found;
}

/** Throws request.invalid, with a sentence for each purpose that has a line that cannot be sent. */
export function refuseFaults(templates: Partial<ProfileTemplates>): void {
  const errors = findTemplateFaults(templates);
  const [message] = Object.values(errors);
  if (message !== undefined) throw new ApiError('request.invalid', { message, errors });
}

function readForm({ name, ...form }: Form): { readonly name: string; readonly templates: ProfileTemplates } {
  refuseFaults(form);
  const templates = { ...NOTHING };
  for (const purpose of templatePurposes) templates[purpose] = form[purpose];
  return { name, templates };
}

async function refuseTaken(tx: Transaction, name: string, exceptId: string | null): Promise<void> {
  if (!(await isNameTaken(tx, name, exceptId))) return;
  const message = 'Another vendor profile has this name.';
  throw new ApiError('vendor-profile.name-taken', { errors: { name: message } });
}

const subject = (id: string): string => `vendor-profile:${id}`;

/** Adds a profile, audited. Throws ApiError vendor-profile.name-taken, request.invalid. */
export async function createVendorProfile(
  deps: ProfileDependencies,
  staffId: number,
  form: Form,
): Promise<VendorProfile> {
  const values = readForm(form);
  return deps.database.transaction(async (tx) => {
    await refuseTaken(tx, values.name, null);
    const id = await insertProfile(tx, { ...values, now: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'vendor-profile.create',
      subject: subject(id),
      before: null,
      after: values,
    });
    return requireView(tx, id);
  });
}

/**
 * Changes a profile, audited; a built-in one that says again what it said at first counts as unedited. Throws ApiError
 * vendor-profile.not-found, vendor-profile.name-taken, request.invalid.
 */
export async function changeVendorProfile(
  deps: ProfileDependencies,
  order: { readonly staffId: number; readonly id: string; readonly form: Form },
): Promise<VendorProfile> {
  const { staffId, id, form } = order;
  const { name, templates } = readForm(form);
  const changed = await deps.database.transaction(async (tx) => {
    const before = await lockProfile(tx, id);
    if (!before) throw new ApiError('vendor-profile.not-found');
    await refuseTaken(tx, name, id);
    const original = before.builtIn === null ? null : templatesOf({ builtIn: before.builtIn, templates: null });
    const isOriginal = JSON.stringify(original) === JSON.stringify(templates);
    await updateProfile(tx, id, { name, templates: isOriginal ? null : templates, updatedAt: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'vendor-profile.change',
      subject: subject(id),
      before: { name: before.name, templates: templatesOf(before) },
      after: { name, templates },
    });
    return requireView(tx, id);
  });
  deps.announce();
  return changed;
}

/**
 * Sets a built-in profile back to what it was, audited. Throws ApiError vendor-profile.not-found,
 * vendor-profile.not-built-in.
 */
export async function resetVendorProfile(
  deps: ProfileDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<VendorProfile> {
  const { staffId, id } = order;
  const changed = await deps.database.transaction(async (tx) => {
    const before = await lockProfile(tx, id);
    if (!before) throw new ApiError('vendor-profile.not-found');
    if (before.builtIn === null) throw new ApiError('vendor-profile.not-built-in');
    await updateProfile(tx, id, { templates: null, updatedAt: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'vendor-profile.reset',
      subject: subject(id),
      before: { templates: templatesOf(before) },
      after: { templates: templatesOf({ builtIn: before.builtIn, templates: null }) },
    });
    return requireView(tx, id);
  });
  deps.announce();
  return changed;
}

/**
 * Deletes a profile of the operator's own, audited. Throws ApiError vendor-profile.not-found,
 * vendor-profile.built-in, vendor-profile.in-use.
 */
export async function deleteVendorProfile(
  deps: ProfileDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<void> {
  const { staffId, id } = order;
  await deps.database.transaction(async (tx) => {
    const before = await lockProfile(tx, id);
    if (!before) throw new ApiError('vendor-profile.not-found');
    if (before.builtIn !== null) throw new ApiError('vendor-profile.built-in');
    if ((await countServersOf(tx, id)) > 0) throw new ApiError('vendor-profile.in-use');
    const common = await findBuiltIn(tx, DEFAULT_PROFILE);
    if (common) await moveRetired(tx, id, common.id);
    await deleteProfile(tx, id);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'vendor-profile.delete',
      subject: subject(id),
      before: { name: before.name, templates: templatesOf(before) },
      after: null,
    });
  });
}
