import * as z from 'zod/mini';
import { requiredText } from './fields.ts';

/** The accepted types of a file, by its content and not by its name, and its maximum size. */
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
export const ATTACHMENT_BYTES = 5 * 1024 * 1024;

/** The displayed name; it has no other effect. */
export const fileName = z.object({ name: requiredText(150, 'Name the file.') });
