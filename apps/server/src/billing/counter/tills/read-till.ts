import type { Till, TillShift } from '@portal/contract/billing/staff-counter';
import { addKobo, koboFromDecimal, nairaFromKobo, negateKobo } from '@portal/kernel/money';
import type { Queryable } from '../../../platform/database/connection.ts';
import { isUuid } from '../../../platform/database/is-uuid.ts';
import { sumAccount } from '../../ledger/ledger.repository.ts';
import { findOpenShift, listShifts, type ShiftSums } from './till.repository.ts';

const PAGE_SIZE = 50;

const naira = (decimal: string) => nairaFromKobo(koboFromDecimal(decimal));

export function presentShift({ shift, staffName, payments, ...sums }: ShiftSums): TillShift {
  const { expected, counted } = shift;
  const differenceKobo = expected === null || counted === null ? null : addKobo(counted, negateKobo(expected));
  return {
    id: shift.id,
    staff: { id: shift.staffId, name: staffName },
    openedAt: shift.openedAt.toISOString(),
    closedAt: shift.closedAt?.toISOString() ?? null,
    payments,
    cash: naira(sums.cash),
    pos: naira(sums.pos),
    deposits: naira(sums.deposits),
    fromAgents: naira(sums.fromAgents),
    handedOver: naira(sums.handedOver),
    paidOut: naira(sums.paidOut),
    expected: expected === null ? null : nairaFromKobo(expected),
    counted: counted === null ? null : nairaFromKobo(counted),
    difference: differenceKobo === null ? null : nairaFromKobo(differenceKobo),
    note: shift.note,
  };
}

/** What should be in the till of a member of staff, and their open shift. */
export async function readTill(queryable: Queryable, staffId: number): Promise<Till> {
  const shift = await findOpenShift(queryable, staffId);
  return {
    balance: nairaFromKobo(await sumAccount(queryable, `till:${staffId}`)),
    shift: shift && presentShift(shift),
  };
}

/** Shifts of all staff, newest first, 50 at a time. A wrong `before` finds nothing. */
export async function readShifts(queryable: Queryable, before: string | null): Promise<TillShift[]> {
  if (before !== null && !isUuid(before)) return [];
  return (await listShifts(queryable, { before, limit: PAGE_SIZE })).map(presentShift);
}
