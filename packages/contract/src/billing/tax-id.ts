import { isTaxId } from '@portal/kernel/billing/tax-id';
import * as z from 'zod/mini';
import { optionalText, requiredText } from '../platform/fields.ts';

const LONGEST = 20;

const taxIdForm = z.refine<string | undefined>(
  (text) => !text || isTaxId(text),
  'A TIN has 5 to 20 letters, digits and hyphens, such as 12345678-0001',
);

/** A TIN by its form, which may be left out or empty. */
export const optionalTaxId = optionalText(LONGEST).check(taxIdForm);

/** A TIN by its form. `message` is shown when it is blank. */
export const requiredTaxId = (message: string) => requiredText(LONGEST, message).check(taxIdForm);
