import { billingPersonalData } from '../schema/billing/personal-data.ts';
import { cataloguePersonalData } from '../schema/catalogue/personal-data.ts';
import { consolePersonalData } from '../schema/console/personal-data.ts';
import { identityPersonalData } from '../schema/identity/personal-data.ts';
import { messagingPersonalData } from '../schema/messaging/personal-data.ts';
import { networkPersonalData } from '../schema/network/personal-data.ts';
import type { PersonalData } from '../schema/personal-data.ts';
import { platformPersonalData } from '../schema/platform/personal-data.ts';
import { supportPersonalData } from '../schema/support/personal-data.ts';

/**
 * What every table holds about people, children before parents: retention, export, deletion and the
 * record of processing are made from it.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...supportPersonalData,
  ...networkPersonalData,
  ...messagingPersonalData,
  ...consolePersonalData,
  ...cataloguePersonalData,
  ...billingPersonalData,
  ...platformPersonalData,
  ...identityPersonalData,
];
