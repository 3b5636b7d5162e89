import { consents, consentWording } from '@portal/contract/messaging/consents';
import { expect, test } from 'vitest';
import { consentTexts } from './consent-texts.ts';

test('customers read the wording whose version is logged', () => {
  for (const consent of consents) expect(consentTexts[consent]).toBe(consentWording[consent]);
});
