import * as z from 'zod/mini';
import { rowNumber } from './fields.ts';

/** How a call with `ofLine` names its line. */
export const lineInQuery = z.object({ line: z.optional(rowNumber) });
export const lineInBody = z.object({ lineId: z.optional(rowNumber) });
