import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WebhookEventType, webhookEvents, webhookEventTypes } from '@portal/contract/console/webhook-events';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8');
const samples = [...document.matchAll(/<!-- sample: ([^>]+) -->\n```json\n([\s\S]+?)\n```/g)].map(
  ([, types = '', json = '']) => ({ types: types.split(' ') as WebhookEventType[], data: JSON.parse(json) }),
);

it('docs/webhooks.md has a sample of every event, with exactly the fields that are sent', () => {
  expect(samples.flatMap(({ types }) => types).toSorted()).toEqual(webhookEventTypes.toSorted());
  for (const { types, data } of samples) {
    for (const type of types) expect(z.parse(webhookEvents[type], data)).toEqual(data);
  }
});
