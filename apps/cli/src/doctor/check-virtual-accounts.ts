import type { Intake } from '@portal/server/billing/index';
import { about, type Finding } from './finding.ts';

/**
 * Whether who opens account numbers takes our keys and lists its transfers: it is asked for those of the last
 * hour, which changes nothing.
 */
export async function checkVirtualAccounts(intakes: readonly Intake[], now: Date): Promise<Finding[]> {
  if (intakes.length === 0) {
    return [about('Account numbers').skipped('VIRTUAL_ACCOUNTS names nobody: customers have no account numbers.')];
  }
  return Promise.all(
    intakes.map(async (intake) => {
      const subject = about(`Account numbers of ${intake.name}`);
      const list = await intake.listTransfers({ since: new Date(now.getTime() - 3_600_000) });
      if (list.kind === 'listed') return subject.ok('The provider takes the keys and lists its transfers.');
      return subject.fault(
        `The provider lists no transfers: ${list.reason}. Money whose notices are lost would not be found.`,
        'See docs/payments.md, “Account numbers”: the keys, and whether the provider has switched account numbers on.',
      );
    }),
  );
}
