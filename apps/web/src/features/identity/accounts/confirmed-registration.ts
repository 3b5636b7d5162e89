import { registrationForm } from '@portal/contract/identity/accounts';
import * as z from 'zod/mini';
import { phrase } from '../../../shared/i18n/translate.ts';

/**
 * The form of the register page: the account, with the password typed twice (specification section
 * 5).
 */
export const confirmedRegistration = z
  .extend(registrationForm, { confirmPassword: z.string().check(z.normalize('NFC')) })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: phrase("Passwords don't match"),
      path: ['confirmPassword'],
      when: () => true,
    }),
  );
