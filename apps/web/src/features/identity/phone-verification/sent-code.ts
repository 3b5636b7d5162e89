import * as z from 'zod/mini';

/**
 * A code that is on its way: to which number, and until when it counts, in ms of this device's
 * clock.
 */
export const sentCode = z.object({ phoneNumber: z.string(), deadline: z.number() });

export type SentCode = z.output<typeof sentCode>;
