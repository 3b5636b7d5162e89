import type { AccountRole } from '@portal/contract/platform/endpoint';
import { phrase } from '../../../shared/i18n/translate.ts';

/** In the order of the choices: what most people are invited for comes first. */
export const ROLES: Readonly<Record<AccountRole, { readonly name: string; readonly may: string }>> = {
  billing: { name: phrase('Bills'), may: phrase('Sees bills and payments, and pays.') },
  technical: { name: phrase('Lines and tickets'), may: phrase('Looks after lines, speed tests and support tickets.') },
  owner: { name: phrase('Owner'), may: phrase('May do everything, also invite and remove people.') },
};
