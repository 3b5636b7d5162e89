import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadOrder, ThreadOutcome } from './read-in-thread.ts';
import { OtherAccount, readStatementFile } from './read-statement-file.ts';
import { StatementFault } from './statement.policy.ts';

/** Reads one file in a thread of its own, and ends. */
const { file, account, choice } = workerData as ThreadOrder;
const answer = (outcome: ThreadOutcome) => parentPort?.postMessage(outcome);
try {
  answer({ read: readStatementFile(Buffer.from(file), account, choice) });
} catch (error) {
  if (error instanceof StatementFault) answer({ fault: error.message });
  else if (error instanceof OtherAccount) answer({ otherAccount: error.message });
  else throw error;
}
