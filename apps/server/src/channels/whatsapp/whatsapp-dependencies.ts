import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { Messaging } from '../../messaging/index.ts';
import type { Network } from '../../network/index.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import type { Support } from '../../support/index.ts';
import type { MenuDependencies } from '../menu/create-menu-services.ts';
import type { WhatsAppApi } from './api/whatsapp-api.ts';
import type { WhatsAppMetrics } from './whatsapp.metrics.ts';

/** The dependencies of what is sent to and comes from WhatsApp. */
export type WhatsAppDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly api: WhatsAppApi;
  readonly phoneNumberId: string;
  readonly hasTemplates: boolean;
  readonly metrics: WhatsAppMetrics;
  readonly files: FileStore;
  /** Of what people wrote, until it is understood. */
  readonly encryption: Encryption;
  readonly menu: MenuDependencies;
  readonly takeSnapshot: Network['takeSnapshot'];
  readonly support: Pick<Support, 'contacts'>;
  readonly messaging: Pick<
    Messaging,
    | 'findLanguage'
    | 'speakIn'
    | 'changeWhatsAppConsent'
    | 'countWhatsAppReaders'
    | 'listWhatsAppReaders'
    | 'queueFallback'
    | 'noticeWords'
  >;
  /** Ends the consent of somebody whose number has gone to somebody else. */
  readonly endConsent: (tx: Transaction, userId: number, now: Date) => Promise<void>;
  /** Whether somebody still wants notices here. */
  readonly wantsNotices: (userId: number) => Promise<boolean>;
  /** A person's number in E.164; null until it is verified. */
  readonly findVerifiedPhone: (queryable: Queryable, userId: number) => Promise<string | null>;
};
