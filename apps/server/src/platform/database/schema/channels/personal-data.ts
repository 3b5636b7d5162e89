import { declarePersonalData } from '../personal-data.ts';
import { payCodes } from './pay-code.ts';
import { whatsappEvents, whatsappLine, whatsappSends, whatsappTemplates } from './whatsapp.ts';

/** Numbers as WhatsApp writes them: without a plus. */
const NUMBERS = "select ltrim(number, '+') from unnest({contacts}) number";

/** What each table of the channels holds about people; children before parents. */
export const channelsPersonalData = [
  declarePersonalData(payCodes, {
    columns: { code: 'payment', accountId: 'link', createdAt: 'none', replacedAt: 'none' },
    purpose: 'payments',
    owner: 'account_id = any({accounts})',
    onDeletion: 'delete',
    retention: 'account',
  }),
  declarePersonalData(whatsappEvents, {
    columns: {
      id: 'none',
      eventKey: 'none',
      kind: 'none',
      sender: 'contact',
      raw: 'text',
      state: 'none',
      attempts: 'none',
      nextAttemptAt: 'none',
      lastError: 'none',
      receivedAt: 'none',
      sessionId: 'none',
      seq: 'none',
    },
    purpose: 'support',
    owner: `sender = any(array(${NUMBERS}))`,
    onDeletion: 'delete',
    retention: {
      column: 'received_at',
      months: 3,
      by: 'rows',
      why: 'WhatsApp repeats what it reports for a week; what people wrote is in their chats',
    },
  }),
  declarePersonalData(whatsappSends, {
    columns: {
      id: 'none',
      purpose: 'none',
      sendKey: 'none',
      recipient: 'contact',
      userId: 'link',
      body: 'text',
      sessionId: 'none',
      seq: 'none',
      fallback: 'text',
      fellBackAt: 'none',
      state: 'none',
      wamid: 'none',
      errorCode: 'none',
      lastError: 'none',
      attempts: 'none',
      nextAttemptAt: 'none',
      callingSince: 'none',
      createdAt: 'none',
      stateAt: 'none',
    },
    purpose: 'messages',
    owner: `user_id = {person} or recipient = any(array(${NUMBERS}))`,
    onDeletion: 'delete',
    retention: {
      column: 'created_at',
      months: 12,
      by: 'rows',
      why: 'As long as other messages; the content is deleted once it is delivered',
    },
  }),
  declarePersonalData(whatsappTemplates, {
    columns: {
      name: 'none',
      language: 'none',
      status: 'none',
      category: 'none',
      body: 'none',
      quality: 'none',
      reason: 'none',
      statusAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(whatsappLine, {
    columns: {
      one: 'none',
      displayNumber: 'none',
      verifiedName: 'none',
      quality: 'none',
      lastError: 'none',
      stoppedAt: 'none',
      checkedAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
];
