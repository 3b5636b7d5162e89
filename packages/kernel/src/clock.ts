/** The source of the present time; tests pass their own. */
export type Clock = () => Date;
