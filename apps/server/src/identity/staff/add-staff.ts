import type { addStaff as addEntry, StaffPerson } from '@portal/contract/identity/staff-people';
import type { infer as Infer } from 'zod/mini';
import type { RegisterCustomerDeps } from '../accounts/register-customer.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { consoleAccessLetter } from './console-access-mail.ts';
import { type MakeStaffDependencies, makeStaff } from './make-staff.ts';
import { findStaffPerson } from './read-staff.ts';
import { lockStaffRoles } from './staff-roles.repository.ts';

export type AddStaffDependencies = MakeStaffDependencies &
  Pick<RegisterCustomerDeps, 'database' | 'passwords'> & {
    readonly links: Pick<AccountLinks, 'send'>;
    /** The origin of the console. */
    readonly origin: string;
  };

type Form = Infer<typeof addEntry.body>;

/**
 * Makes the owner of a mailbox staff with these roles, signs them out everywhere, mails them a link for
 * a password, and tells all owners. Throws ApiError staff.appointed, staff.account-disabled.
 */
export async function addStaff(
  deps: AddStaffDependencies,
  actor: { readonly id: number; readonly email: string },
  form: Form,
): Promise<StaffPerson> {
  const { passwords, randomBytes } = deps;
  const unusablePassword = await passwords.withPlace(() => passwords.hash(randomBytes(32).toString('base64url')));
  return deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const { roles, ...person } = form;
    const { id, email } = await makeStaff(tx, deps, { person, roles, unusablePassword, by: actor });
    await deps.links.send(tx, 'password-reset', { id, email }, (link) =>
      consoleAccessLetter(link, `${deps.origin}/admin`),
    );
    const added = await findStaffPerson(tx, id);
    if (!added) throw new Error(`${id} was added and is no staff`);
    return added;
  });
}
