import { declarePersonalData } from '../personal-data.ts';
import { inboundTexts } from './inbound-text.ts';
import { ussdSessions } from './ussd.ts';

/** What each table of channels holds about people. */
export const channelsPersonalData = [
  declarePersonalData(ussdSessions, {
    columns: {
      id: 'none',
      sessionKey: 'none',
      gateway: 'none',
      phone: 'contact',
      language: 'none',
      state: 'text',
      entries: 'none',
      entriesDigest: 'secret',
      lastAnswer: 'text',
      startedAt: 'none',
      answeredAt: 'none',
      endedAt: 'none',
      endReason: 'none',
    },
    purpose: 'support',
    owner: 'phone = any({contacts})',
    onDeletion: 'delete',
    retention: {
      column: 'started_at',
      months: 3,
      by: 'rows',
      why: 'Three months in which a caller’s question about a session can be answered',
    },
  }),
  declarePersonalData(inboundTexts, {
    columns: {
      id: 'none',
      provider: 'none',
      providerId: 'none',
      sender: 'contact',
      body: 'secret',
      receivedAt: 'none',
      handledAt: 'none',
      keyword: 'none',
      outcome: 'none',
    },
    purpose: 'support',
    owner: 'sender = any({contacts})',
    onDeletion: 'delete',
    retention: {
      column: 'received_at',
      months: 3,
      by: 'rows',
      why: 'Three months in which a question about a text can be answered; its words go once it is answered',
    },
  }),
];
