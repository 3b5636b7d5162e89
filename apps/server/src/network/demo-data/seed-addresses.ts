import type { AuditEntry } from '@portal/kernel/audit-entry';
import { daysBefore } from '@portal/kernel/calendar';
import { demoAddons } from '../../billing/index.ts';
import type { Transaction } from '../../platform/database/connection.ts';
import { findPlanOfLine } from '../access/line.repository.ts';
import { insertPool } from '../addresses/address-pool.repository.ts';
import { giveAddressWithin } from '../addresses/give-address.ts';

/** All of them are of ranges for documentation (RFC 5737). */
const FIXED = { name: 'Fixed, Abuja', network: '198.51.100.0/28' } as const;
const DYNAMIC = { name: 'Home 20, Abuja', network: '203.0.113.0/24', framedPool: 'home-20' } as const;
const FIRST_ADDRESS = '198.51.100.2';
const PRESENT_ADDRESS = '198.51.100.5';
// Before the seven days in which payments are first compared with the gateways, which know none of the demo data.
const GIVEN_DAYS_AGO = 9;
const CHANGED_DAYS_AGO = 2;
const QUARANTINE_DAYS = 7;

/**
 * A pool of fixed addresses and one that the access servers give; one line has had an address of the first for
 * some days, another one since. Its product has to be offered. Leaves the charge for the first days open.
 */
export async function seedAddresses(
  tx: Transaction,
  demo: {
    readonly fixedLineId: number;
    /** Its plan gets the dynamic pool. */
    readonly dynamicLineId: number;
    readonly staffId: number;
    readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
    readonly now: Date;
  },
): Promise<Date> {
  const { fixedLineId: lineId, staffId, recordAudit, now } = demo;
  const plan = await findPlanOfLine(tx, demo.dynamicLineId);
  const pool = { kind: 'ipv4', prefixLength: null, createdAt: daysBefore(now, GIVEN_DAYS_AGO + 1) } as const;
  await insertPool(tx, { ...pool, ...FIXED, purpose: 'fixed', framedPool: null, planId: null });
  await insertPool(tx, { ...pool, ...DYNAMIC, purpose: 'dynamic', planId: plan?.id ?? null });
  const givenAt = daysBefore(now, GIVEN_DAYS_AGO);
  for (const [at, address] of [
    [givenAt, FIRST_ADDRESS],
    [daysBefore(now, CHANGED_DAYS_AGO), PRESENT_ADDRESS],
  ] as const) {
    const deps = {
      clock: () => at,
      addons: demoAddons(at),
      notify: async () => {},
      quarantineDays: () => QUARANTINE_DAYS,
      recordAudit,
    };
    await giveAddressWithin(deps, tx, { accountId: lineId, lineId, staffId, product: 'ipv4', address });
  }
  return givenAt;
}
