import type { TrialBalance } from '@portal/contract/billing/ledger';
import { addKobo, nairaFromKobo } from '@portal/kernel/money';
import { type Database, unhurried } from '../../platform/database/connection.ts';
import { countTransactions, countWrongCredit, sumAccounts } from './trial-balance.repository.ts';

/**
 * Whether the ledger balances, as of one moment, while payments go on. In naira. `npm run
 * ledger-check` checks every other rule too.
 */
export async function readTrialBalance(database: Database): Promise<TrialBalance> {
  return unhurried(database).transaction(
    async (tx) => {
      const accounts = await sumAccounts(tx);
      return {
        accounts: accounts.map((row) => ({ ...row, balance: nairaFromKobo(row.balance) })),
        ...(await countTransactions(tx)),
        remainder: nairaFromKobo(addKobo(...accounts.map(({ balance }) => balance))),
        wrongCredit: await countWrongCredit(tx),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
