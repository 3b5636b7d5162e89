import { passwordForm } from '@portal/contract/identity/profile';
import { newPasswordForm } from '@portal/contract/identity/recovery';
import * as z from 'zod/mini';
import { phrase } from '../../../shared/i18n/translate.ts';

/** Specification section 5, Change password. */
const confirmPassword = z
  .string()
  .check(z.normalize('NFC'), z.minLength(8, phrase('Password confirmation is required')));

const typedTwice = z.refine<{ newPassword: string; confirmPassword: string }>(
  (form) => form.newPassword === form.confirmPassword,
  { error: phrase("Passwords don't match"), path: ['confirmPassword'], when: () => true },
);

/** The form of the Security tab. */
export const confirmedPasswordChange = z.extend(passwordForm, { confirmPassword }).check(typedTwice);

/** The form of the reset page. */
export const confirmedNewPassword = z.extend(newPasswordForm, { confirmPassword }).check(typedTwice);
