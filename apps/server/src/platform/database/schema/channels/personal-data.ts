import { declarePersonalData } from '../personal-data.ts';
import { payCodes } from './pay-code.ts';

/** What each table of channels holds about people; children before parents. */
export const channelsPersonalData = [
  declarePersonalData(payCodes, {
    columns: { code: 'payment', accountId: 'link', createdAt: 'none', replacedAt: 'none' },
    purpose: 'payments',
    owner: 'account_id = any({accounts})',
    onDeletion: 'delete',
    retention: 'account',
  }),
];
