import type { FailedSend, WhatsAppView } from '@portal/contract/channels/whatsapp';
import { countParked } from './events/event.repository.ts';
import { countSends, listFailedSends } from './sends/send.repository.ts';
import { findLineState } from './templates/line.repository.ts';
import type { WhatsAppDependencies } from './whatsapp-dependencies.ts';

const DAYS_MS = 30 * 86_400_000;
const PAGE_SIZE = 50;

/** The line, the consents, and what became of the messages of the last 30 days. */
export async function readWhatsAppView(deps: WhatsAppDependencies): Promise<WhatsAppView> {
  const { database, clock, hasTemplates, messaging } = deps;
  const line = await findLineState(database);
  const counted = await countSends(database, new Date(clock().getTime() - DAYS_MS));
  return {
    line: {
      displayNumber: line?.displayNumber ?? null,
      verifiedName: line?.verifiedName ?? null,
      quality: line?.quality ?? null,
      checkedAt: line?.checkedAt?.toISOString() ?? null,
      stopped: line?.stoppedAt ? { reason: line.lastError ?? '', since: line.stoppedAt.toISOString() } : null,
    },
    hasTemplates,
    consents: await messaging.countWhatsAppReaders(database),
    lastDays: {
      states: counted.map(({ state, sends }) => ({ state, sends })),
      asText: counted.reduce((sum, { fellBack }) => sum + fellBack, 0),
    },
    parkedEvents: await countParked(database),
  };
}

/** One page of the messages that failed. */
export async function readFailedSends(
  { database }: WhatsAppDependencies,
  { before, limit = PAGE_SIZE }: { readonly before?: string | undefined; readonly limit?: number | undefined },
): Promise<FailedSend[]> {
  const rows = await listFailedSends(database, { before: before ?? null, limit });
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    recipient: `…${row.recipient.slice(-4)}`,
    customerId: row.userId,
    code: row.errorCode,
    reason: row.lastError,
    asText: row.fellBackAt !== null,
    at: row.stateAt.toISOString(),
  }));
}
