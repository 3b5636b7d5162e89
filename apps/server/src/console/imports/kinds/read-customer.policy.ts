import { emailKey } from '../../../identity/index.ts';
import { type Cells, readEmail, readMobile, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedCustomer = {
  readonly email: string;
  readonly emailKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly company: string | null;
  readonly address: string | null;
  readonly taxId: string | null;
  readonly since: Date | null;
};

/** The last word of a full name is the last name. */
function namesOf(cells: Cells): { firstName: string; lastName: string } {
  const whole = cells.name ?? '';
  const cut = whole.lastIndexOf(' ');
  const [first, last] = cut > 0 ? [whole.slice(0, cut).trim(), whole.slice(cut + 1)] : [whole, ''];
  return {
    firstName: requireText(cells.firstName ?? (first || null), 'The name', 100),
    lastName: readText(cells.lastName ?? last, 'The last name', 100) ?? '',
  };
}

/** Throws RowFault. */
export function readCustomer(cells: Cells) {
  const externalId = requireText(cells.id, 'The customer id', 100);
  const email = readEmail(cells.email);
  const values: ImportedCustomer = {
    email,
    emailKey: emailKey(email),
    ...namesOf(cells),
    phone: readMobile(cells.phone),
    company: readText(cells.company, 'The company', 150),
    address: readText(cells.address, 'The address', 300),
    taxId: readText(cells.taxId, 'The tax number', 20),
    since: readMoment(cells.since, 'The date', 'start'),
  };
  return { externalId, values };
}
