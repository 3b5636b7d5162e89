import type { Clock } from '@portal/kernel/clock';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { Publish } from '../../platform/events/domain-events.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { IdentityApprovals } from '../identity-approvals/create-identity-approvals.ts';
import type { TextCodes } from '../phone-verification/text-codes.port.ts';
import type { AccountLinks } from '../recovery/create-account-links.ts';

export type CorrectionDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'get'>;
  readonly publish: Publish;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly textCodes: () => Pick<TextCodes, 'canReachPhones' | 'queueSms'>;
  readonly links: Pick<AccountLinks, 'createLink' | 'createContactChange' | 'contactChangeHashesOf'>;
  readonly approvals: IdentityApprovals;
};
