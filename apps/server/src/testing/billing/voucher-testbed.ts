import { initialPermissions, type StaffRole } from '@portal/contract/platform/staff-permissions';
import { Decrypter } from 'age-encryption';
import type { Customer, PaymentTestbed } from './payment-testbed.ts';

const PASSPHRASE = 'a long passphrase of the printing house';
let forms = 0;

/** A word that no form of a test has used. */
export const newForm = () => `voucher-form-${forms++}`;

/** A member of staff with one role alone. */
export async function createInRole(bed: PaymentTestbed, role: StaffRole): Promise<Customer> {
  const person = await bed.createStaff();
  await bed.rows('delete from staff_member_roles where user_id = $1', [person.id]);
  await bed.rows('insert into staff_member_roles (user_id, role) values ($1, $2)', [person.id, role]);
  if (initialPermissions[role].length === 0) throw new Error(`${role} may do nothing`);
  return person;
}

/** Makes a batch and hands out its PINs; returns its number, and the PINs in the order of their serial numbers. */
export async function issueVouchers(
  bed: Pick<PaymentTestbed, 'call'>,
  staff: Customer,
  form: { readonly count: number; readonly amount: number; readonly agent?: number; readonly until?: string },
): Promise<{ readonly number: number; readonly pins: string[] }> {
  const made = await bed.call(staff, 'POST', '/api/staff/voucher-batches', { ...form, clientRequestId: newForm() });
  if (made.status !== 200) throw new Error(`no batch: ${made.status} ${JSON.stringify(made.body)}`);
  const { number } = made.body.batch;
  return { number, pins: await downloadPins(staff, number) };
}

/** Has the PINs of a batch made, as an encrypted file, and opens it. */
export async function downloadPins(staff: Customer, number: number, again = false): Promise<string[]> {
  const answer = await staff.browser.post(`/api/staff/voucher-batches/${number}/age`, {
    passphrase: PASSPHRASE,
    again,
  });
  if (answer.statusCode !== 200) throw new Error(`no PINs: ${answer.statusCode} ${answer.body}`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(PASSPHRASE);
  const csv = await decrypter.decrypt(new Uint8Array(answer.rawPayload), 'text');
  return csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[1] ?? '');
}
