import { registerWalkIn } from '@portal/contract/identity/staff-accounts';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Registers a customer at the counter. Throws as callEndpoint does. */
export function sendWalkIn(body: z.output<typeof registerWalkIn.body>) {
  return callEndpoint(registerWalkIn, { body });
}
