/**
 * The portal's Argon2id parameters (OWASP's first choice), for stored passwords that it accepts as
 * its own.
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
