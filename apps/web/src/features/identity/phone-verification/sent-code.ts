import * as z from 'zod/mini';

/** A pending code: its number, and until when it is valid, in ms of this device's clock. */
export const sentCode = z.object({ phoneNumber: z.string(), deadline: z.number() });

export type SentCode = z.output<typeof sentCode>;
