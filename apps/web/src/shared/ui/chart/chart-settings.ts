/** Pixels. */
export const CHART_HEIGHT = 260;
export const CHART_AXIS_TEXT = { fill: 'var(--chart-axis)', fontSize: 13 };
/**
 * A tooltip follows the pointer at most once in so many milliseconds: 60 times a second
 * (requirements for speed).
 */
export const CHART_FRAME_MS = 1000 / 60;
