import type { WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { webhookEventTypes } from '@portal/contract/console/webhook-events';
import { expect, test } from 'vitest';
import { deliveryState, endpointState, eventGroups, eventsLabel, outcomeLabel } from './webhook-labels.ts';

const endpoint = { isOn: true, offReason: null, failingSince: null } as WebhookEndpoint;

test('an endpoint that the portal has switched off does not look like one that staff have', () => {
  expect(endpointState(endpoint)).toBe('on');
  expect(endpointState({ ...endpoint, failingSince: '2026-11-26T08:00:00Z' })).toBe('failing');
  expect(endpointState({ ...endpoint, isOn: false, offReason: 'staff' })).toBe('off');
  expect(endpointState({ ...endpoint, isOn: false, offReason: 'gone' })).toBe('switched-off');
});

test('a delivery waits until its first attempt has failed', () => {
  const delivery = { state: 'pending', lastStatus: null, lastError: null } as Parameters<typeof deliveryState>[0];
  expect(deliveryState(delivery)).toBe('waiting');
  expect(deliveryState({ ...delivery, lastStatus: 503 })).toBe('retrying');
  expect(deliveryState({ ...delivery, state: 'failed', lastStatus: 503 })).toBe('failed');
});

test('an outcome is the status, or in words why there was none', () => {
  expect(outcomeLabel(503, null)).toBe('HTTP 503');
  expect(outcomeLabel(null, 'ECONNREFUSED')).toBe('Nobody listens at this address');
  expect(outcomeLabel(null, 'no answer in time')).toBe('No answer in time');
  expect(outcomeLabel(null, null)).toBe('Not tried yet');
});

test('every event can be chosen once', () => {
  expect(eventGroups.flatMap(({ events }) => events).toSorted()).toEqual(webhookEventTypes.toSorted());
  expect(eventsLabel(webhookEventTypes)).toBe(`All ${webhookEventTypes.length} events`);
  expect(eventsLabel(['invoice.paid', 'line.resumed'])).toBe('invoice.paid, line.resumed');
});
