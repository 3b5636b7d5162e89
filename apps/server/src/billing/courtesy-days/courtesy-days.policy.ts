import type { StaffRole } from '@portal/contract/platform/staff-permissions';
import type { PaymentTimeRules } from '../payment-promises/payment-promise.policy.ts';

/** The most days at once that the roles of a member of staff may give. */
export function courtesyDaysOf(roles: readonly StaffRole[], rules: PaymentTimeRules): number {
  return Math.max(
    0,
    ...roles.map((role) => (role === 'auditor' || role === 'agent' ? 0 : rules[`${role}CourtesyDays`])),
  );
}

/** The most days that may be given now, after those that the line has had, or waits for, this year. */
export function mostCourtesyDays(limitDays: number, givenDays: number, rules: PaymentTimeRules): number {
  return Math.max(0, Math.min(limitDays, rules.courtesyDaysPerYear - givenDays));
}

/** Whether a second person has to approve. */
export function needsSecondPerson(days: number, rules: Pick<PaymentTimeRules, 'courtesyApprovalAboveDays'>): boolean {
  return days > rules.courtesyApprovalAboveDays;
}

export const sayDays = (days: number): string => [days, days === 1 ? 'day' : 'days'].join(' ');
