import { lagosDay } from '@portal/kernel/calendar';
import { readMac, readSerial } from '../../../network/index.ts';
import { type Cells, RowFault, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedLine = {
  readonly customer: string;
  readonly plan: string;
  readonly paidUntil: Date;
  readonly anchorDay: number;
  readonly login: string | null;
  readonly label: string | null;
  readonly place: string | null;
  readonly serial: string | null;
  readonly mac: string | null;
  readonly since: Date | null;
};

const LOGIN = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** What a label says, as it is stored; null for an empty cell. */
function readLabel(cell: string | null | undefined, what: string, read: (written: string) => string | null) {
  if (cell === null || cell === undefined || cell.trim() === '') return null;
  const value = read(cell);
  if (value === null) throw new RowFault(`The ${what} “${cell}” is none`);
  return value;
}

/** Throws RowFault. */
export function readLine(cells: Cells) {
  const customer = requireText(cells.customer, 'The customer', 100);
  const paidUntil = readMoment(cells.paidUntil, 'The date', 'end');
  if (paidUntil === null) throw new RowFault('The date until which it is paid is empty');
  const login = cells.login?.toLowerCase() ?? null;
  if (login !== null && !LOGIN.test(login)) throw new RowFault(`The login “${login}” has signs that no login has`);
  const label = readText(cells.label, 'The name of the line', 60);
  const values: ImportedLine = {
    customer,
    plan: requireText(cells.plan, 'The plan', 100),
    paidUntil,
    anchorDay: lagosDay(paidUntil).day,
    login,
    label,
    place: readText(cells.place, 'The place', 200),
    serial: readLabel(cells.serial, 'serial number', readSerial),
    mac: readLabel(cells.mac, 'MAC address', readMac),
    since: readMoment(cells.since, 'The start', 'start'),
  };
  const place = label === null ? customer : `${customer} ${label}`;
  return { externalId: readText(cells.id, 'The line id', 100) ?? place, values };
}
