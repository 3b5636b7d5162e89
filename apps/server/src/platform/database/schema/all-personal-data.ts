import { billingPersonalData } from './billing/personal-data.ts';
import { cataloguePersonalData } from './catalogue/personal-data.ts';
import { channelsPersonalData } from './channels/personal-data.ts';
import { consolePersonalData } from './console/personal-data.ts';
import { identityPersonalData } from './identity/personal-data.ts';
import { messagingPersonalData } from './messaging/personal-data.ts';
import { networkPersonalData } from './network/personal-data.ts';
import type { PersonalData } from './personal-data.ts';
import { platformPersonalData } from './platform/personal-data.ts';
import { supportPersonalData } from './support/personal-data.ts';

/**
 * What every table holds about people, children before parents: retention, export, deletion and the
 * record of processing are made from it.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...channelsPersonalData,
  ...supportPersonalData,
  ...networkPersonalData,
  ...messagingPersonalData,
  ...consolePersonalData,
  ...cataloguePersonalData,
  ...billingPersonalData,
  ...platformPersonalData,
  ...identityPersonalData,
];
