import type { appointStaff as appointEntry, StaffPerson } from '@portal/contract/identity/staff-people';
import type { infer as Infer } from 'zod/mini';
import type { RegisterCustomerDeps } from '../accounts/register-customer.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';
import { appointmentLetter } from './appointment-mail.ts';
import { type MakeStaffDependencies, makeStaff } from './make-staff.ts';
import { findStaffPerson } from './read-staff.ts';
import { lockStaffRoles } from './staff-roles.repository.ts';

export type AppointStaffDependencies = MakeStaffDependencies &
  Pick<RegisterCustomerDeps, 'database' | 'passwords'> & {
    readonly links: Pick<AccountLinks, 'send'>;
    /** The origin of the console. */
    readonly origin: string;
  };

type Form = Infer<typeof appointEntry.body>;

/**
 * Makes the owner of a mailbox staff with these roles, signs them out everywhere, mails them a link for
 * a password, and tells all owners. Throws ApiError staff.appointed, staff.account-disabled.
 */
export async function appointStaff(
  deps: AppointStaffDependencies,
  actor: { readonly id: number; readonly email: string },
  form: Form,
): Promise<StaffPerson> {
  const { passwords, randomBytes } = deps;
  const unusablePassword = await passwords.withPlace(() => passwords.hash(randomBytes(32).toString('base64url')));
  return deps.database.transaction(async (tx) => {
    await lockStaffRoles(tx);
    const { roles, ...appointed } = form;
    const { id, email } = await makeStaff(tx, deps, { person: appointed, roles, unusablePassword, by: actor });
    await deps.links.send(tx, 'password-reset', { id, email }, (link) =>
      appointmentLetter(link, `${deps.origin}/admin`),
    );
    const person = await findStaffPerson(tx, id);
    if (!person) throw new Error(`${id} was appointed and is no staff`);
    return person;
  });
}
