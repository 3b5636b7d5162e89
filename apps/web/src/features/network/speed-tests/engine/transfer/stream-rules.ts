/** Streams that each direction begins with. */
export const FIRST_STREAMS = 4;

/** Bytes per ms: 25 and 300 Mbit/s of payload. */
export const FAST = 25e6 / 8 / 1000;
export const VERY_FAST = 300e6 / 8 / 1000;

/** The time window for the decision about more streams. */
export const LOOK_BACK_MS = 150;

/** How often the running test is updated, and over which time. */
export const READING_EVERY_MS = 100;
export const READING_OVER_MS = 300;
