import type { IntakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { findReading } from '../incoming-transfers/transfer-reading.repository.ts';
import { countRequests, findLastMoneyAt, listBanks } from './virtual-account.repository.ts';

/** Which providers open numbers, at which banks, and how far their lists of transfers were read. */
export async function readOverview({ database, intakes = [] }: BillingDependencies) {
  const [counts, banks] = await Promise.all([countRequests(database), listBanks(database)]);
  const countOf = (provider: string, status: string) =>
    counts.find((each) => each.provider === provider && each.status === status)?.count ?? 0;
  return {
    providers: await Promise.all(
      intakes.map(async ({ id: provider, name, asksIdentity }) => {
        const reading = await findReading(database, provider);
        return {
          provider,
          name,
          asksIdentity,
          beingPrepared: countOf(provider, 'requested'),
          needsIdentity: countOf(provider, 'needs-identity'),
          refused: countOf(provider, 'refused'),
          readUntil: reading?.readUntil?.toISOString() ?? null,
          lastFound: reading?.found ?? 0,
        };
      }),
    ),
    banks: await Promise.all(
      banks.map(async ({ provider, ...bank }) => ({
        ...bank,
        provider: provider as IntakeProvider,
        lastMoneyAt: (await findLastMoneyAt(database, provider, bank.bank))?.toISOString() ?? null,
      })),
    ),
  };
}
