import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { identifier } from '../../platform/fields.ts';
import { autoPayChanged, methodKind, salaryDay } from './auto-pay.ts';

export const setAutoPayPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/user/auto-pay/preferences',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'What is charged first, and on which day of the month the caller is paid',
  body: z.object({ chargeFirst: z.nullable(methodKind), salaryDay: z.nullable(salaryDay) }),
  answer: autoPayChanged,
  errors: ['subscription.none'],
});

export const pausePaymentMethod = defineEndpoint({
  method: 'PUT',
  path: '/api/user/payment-methods/:id/pause',
  access: 'session',
  accountRole: 'billing',
  ofLine: true,
  summary: 'Have a saved payment method not charged for a while, or charged again',
  params: z.object({ id: identifier }),
  body: z.object({ isPaused: z.boolean() }),
  answer: autoPayChanged,
  errors: ['payment-method.not-found'],
});

export const api = {
  description: 'When saved cards and bank accounts are charged, and in which order.',
  endpoints: { setAutoPayPreferences, pausePaymentMethod },
};
