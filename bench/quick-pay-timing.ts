import { measureRefusals } from './measure-refusals.ts';

// A look-up to pay without signing in: of customers who have not verified their mailbox, and of unknown ones.
await measureRefusals({
  name: 'quick-pay-timing',
  path: '/api/quick-pay/lookup',
  bodyOf: (customer) => ({ customer }),
  hide: (client) => client.query('update users set email_verified_at = null'),
});
