/** Where the present moment comes from; tests hand in their own. */
export type Clock = () => Date;

/** Where new UUIDs come from; tests hand in their own. */
export type NewId = () => string;
