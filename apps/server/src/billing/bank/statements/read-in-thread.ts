import { Worker } from 'node:worker_threads';
import type { ColumnChoice } from '@portal/contract/billing/bank/bank-accounts';
import { OtherAccount, type ReadFile, readStatementFile } from './read-statement-file.ts';
import { StatementFault } from './statement.policy.ts';

type Account = { readonly accountNumber: string };
export type ThreadOrder = {
  readonly file: Uint8Array;
  readonly account: Account;
  readonly choice: ColumnChoice | null;
};
export type ThreadOutcome =
  | { readonly read: ReadFile }
  | { readonly fault: string }
  | { readonly otherAccount: string };

const PROGRAM = new URL('./read-statement.process.ts', import.meta.url);
/** A smaller file is read in less time than a thread needs to start. */
const LARGE_BYTES = 512 * 1024;

/**
 * As `readStatementFile`, a large file in a thread of its own: a hundred thousand lines take seconds, for which
 * no request should wait.
 */
export async function readInThread(
  file: Buffer,
  { accountNumber }: Account,
  choice: ColumnChoice | null,
): Promise<ReadFile> {
  const account = { accountNumber };
  if (file.length < LARGE_BYTES) return readStatementFile(file, account, choice);
  const worker = new Worker(PROGRAM, { workerData: { file, account, choice } satisfies ThreadOrder, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<ThreadOutcome>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`the thread that reads a statement ended with ${code}`)));
  const outcome = await promise;
  if ('read' in outcome) return outcome.read;
  throw 'fault' in outcome ? new StatementFault(outcome.fault) : new OtherAccount(outcome.otherAccount);
}
