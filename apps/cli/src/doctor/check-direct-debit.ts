import { randomUUID } from 'node:crypto';
import type { Gateway } from '@portal/server/billing/index';
import { about, type Finding } from './finding.ts';

/**
 * Whether the gateway that charges bank accounts takes our keys for it and names banks: it is asked for a
 * mandate that does not exist, which changes nothing.
 */
export async function checkDirectDebit(gateways: readonly Gateway[]): Promise<Finding[]> {
  const each = gateways.flatMap(({ name, directDebit }) => (directDebit ? [{ name, directDebit }] : []));
  if (each.length === 0) {
    return [about('Direct Debit').skipped('PAYSTACK_DIRECT_DEBIT is not on: no bank account is charged.')];
  }
  return Promise.all(
    each.map(async ({ name, directDebit }) => {
      const subject = about(`Direct Debit of ${name}`);
      const answer = await directDebit.find(`doctor-${randomUUID()}`);
      if (answer.kind === 'unknown') {
        return subject.fault(
          `The gateway gives no usable answer about mandates: ${answer.reason}.`,
          'See docs/mandates.md, “Switching it on”: the keys, and whether the gateway has switched Direct Debit on.',
        );
      }
      const banks = await directDebit.listBanks();
      if (banks === null || banks.length === 0) {
        return subject.warning(
          'The gateway names no bank with mandates: customers choose theirs at its page.',
          'Ask the gateway which banks it reaches, and whether it has switched Direct Debit on.',
        );
      }
      return subject.ok(`The gateway takes the keys and reaches ${banks.length} banks.`);
    }),
  );
}
