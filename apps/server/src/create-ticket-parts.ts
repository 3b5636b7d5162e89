import { join } from 'node:path';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from './identity/audit/record-audit.ts';
import { listStaffIds } from './identity/staff/staff.repository.ts';
import type { Database } from './platform/database/connection.ts';
import type { AnnounceChange } from './platform/events/live-updates.ts';
import { createAttachmentStore } from './support/tickets/attachments/create-attachment-store.ts';
import type { TicketParts } from './support/tickets/ticket-dependencies.ts';

/** What tickets are made of. Files lie in DATA_DIR/uploads. */
export function createTicketParts(parts: {
  readonly config: { readonly dataDir: string };
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: URL;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly announceChange: AnnounceChange;
  readonly queueEmail: TicketParts['queueEmail'];
}): TicketParts {
  const { database, clock, announceChange, queueEmail } = parts;
  const tellStaff = async (what: Parameters<AnnounceChange>[1]): Promise<void> => {
    for (const id of await listStaffIds(database)) announceChange(id, what);
  };
  return {
    ...{ database, clock, queueEmail, recordAudit },
    origin: parts.publicUrl.origin,
    log: parts.logger,
    attachments: createAttachmentStore(join(parts.config.dataDir, 'uploads')),
    tellChanged: (whom, what) => {
      if (whom !== 'staff') return announceChange(whom, what);
      tellStaff(what).catch((error) => parts.logger.warn({ err: error }, 'staff were not told of a change'));
    },
  };
}
