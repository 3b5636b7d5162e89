import { brand } from '@portal/brand';
import type { Settings } from '../platform/settings/create-settings.ts';
import { initialSettings } from '../platform/settings/initial-settings.ts';

const values = initialSettings(brand, { seller: { taxId: '01234567-0001', registrationNumber: 'RC 123456' } });

/** The installation's own settings, of which staff have published nothing. */
export const unpublishedSettings: Pick<Settings, 'get'> = { get: (subject) => values[subject] };
