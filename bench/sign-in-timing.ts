import { measureRefusals } from './measure-refusals.ts';
import { PASSWORD } from './portal/sign-in.ts';

// A sign-in with a wrong password.
await measureRefusals({
  name: 'sign-in-timing',
  path: '/api/login',
  bodyOf: (email) => ({ email, password: `${PASSWORD}, no` }),
});
