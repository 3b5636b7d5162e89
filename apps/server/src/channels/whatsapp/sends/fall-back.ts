import { runTransaction } from '../../../platform/database/run-transaction.ts';
import type { WhatsAppDependencies } from '../whatsapp-dependencies.ts';
import { takeFallback } from './send.repository.ts';

/** Sends a notice as a text where WhatsApp does not deliver it: once, however often that is found out. */
export async function fallBack(
  deps: Pick<WhatsAppDependencies, 'database' | 'clock' | 'messaging' | 'metrics'>,
  id: string,
): Promise<void> {
  const isNew = await runTransaction(deps.database, async (tx) => {
    const text = await takeFallback(tx, id, deps.clock());
    if (text) await deps.messaging.queueFallback(tx, text);
    return text !== null;
  });
  if (isNew) deps.metrics.countFallback();
}
