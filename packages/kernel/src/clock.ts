/** Where the present moment comes from; tests hand in their own. */
export type Clock = () => Date;
