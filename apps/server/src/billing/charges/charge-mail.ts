import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import type { Product } from '../payments/product.port.ts';

/** How mails speak of a charge: by its own name, which its quote has in place of a plan's. */
export const chargeTexts: Product['texts'] = {
  nameIn: ({ planName }) => planName,
  unfulfilled: defineMessage(
    'What it was meant for had been paid already, so the whole amount is now your account credit. It is used for your next payment by itself.',
  ),
  reversed: defineMessage('What it paid for is refunded.'),
};
