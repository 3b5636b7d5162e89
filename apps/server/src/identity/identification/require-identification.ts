import type { IdentificationWay } from '@portal/contract/identity/identification';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';

const NOT_LISTED = 'Choose how you know who it is.';
const NO_NUMBER = 'No number of this customer is verified, so a call back does not show who it is. Choose another way.';

const refusal = (message: string) => new ApiError('request.invalid', { message, errors: { identifiedBy: message } });

/** The operator's ways to know who somebody is. */
export function listIdentificationWays(settings: Pick<Settings, 'get'>): IdentificationWay[] {
  return settings.get('identification').ways;
}

/**
 * The operator's way of this name. Throws request.invalid for another, and for a call back to a customer
 * who has no verified number.
 */
export function requireIdentification(
  settings: Pick<Settings, 'get'>,
  identifiedBy: string,
  customer: { readonly phoneVerifiedAt: Date | null },
): IdentificationWay {
  const way = listIdentificationWays(settings).find(({ name }) => name === identifiedBy);
  if (!way) throw refusal(NOT_LISTED);
  if (way.kind === 'callback' && customer.phoneVerifiedAt === null) throw refusal(NO_NUMBER);
  return way;
}
