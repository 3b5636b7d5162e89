import type { Kobo } from '@portal/kernel/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Billing } from '../../billing/index.ts';
import type { Messaging } from '../../messaging/index.ts';
import type { PublishLiveUpdate } from '../../platform/events/live-updates.ts';
import type { AnnouncementDependencies } from '../announcements/announcement-dependencies.ts';

/** The dependencies of bulk actions: what they do to one customer belongs to other contexts. */
export type BulkDependencies = AnnouncementDependencies & {
  readonly logger: Pick<FastifyBaseLogger, 'error'>;
  readonly giveCredit: Billing['giveCredit'];
  readonly textMessages: Messaging['textMessages'];
  readonly needsApproval: (sum: Kobo) => boolean;
  readonly publishLiveUpdate: PublishLiveUpdate;
};
