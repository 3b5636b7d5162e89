/** A colour as #RRGGBB. */
export type Hex = string;

type Channels = readonly [red: number, green: number, blue: number];

/** Channels from 0 to 255. Throws for anything but #RRGGBB. */
function channelsOf(colour: Hex): Channels {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (!red || !green || !blue) throw new Error(`not a colour: ${colour} (write it as #RRGGBB)`);
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

function hexOf(channels: Channels): Hex {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` (0 to 1) of `over`, the rest `under`. */
export function mix(over: Hex, under: Hex, share: number): Hex {
  const [a, b] = [channelsOf(over), channelsOf(under)];
  const blend = (index: 0 | 1 | 2) => a[index] * share + b[index] * (1 - share);
  return hexOf([blend(0), blend(1), blend(2)]);
}

/** Relative luminance from 0 (black) to 1 (white), WCAG 2.2. */
export function luminance(colour: Hex): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast ratio from 1 to 21, WCAG 2.2, whichever colour is the lighter. */
export function contrast(one: Hex, other: Hex): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Hue in degrees, saturation and lightness from 0 to 1. Grey has hue 0. */
export function hslOf(colour: Hex): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channelsOf(colour).map((channel) => channel / 255) as [number, number, number];
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (high + low) / 2;
  const spread = high - low;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (high === red) return { hue: (((green - blue) / spread + 6) % 6) * 60, saturation, lightness };
  const turn = high === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return { hue: turn * 60, saturation, lightness };
}

/** The same hue and saturation with another lightness, kept between 0 and 1. */
export function withLightness(colour: Hex, lightness: number): Hex {
  const { hue, saturation } = hslOf(colour);
  const light = Math.min(1, Math.max(0, lightness));
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (light - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return hexOf([channel(0), channel(8), channel(4)]);
}

/** Degrees between two hues, 0 to 180. */
export function hueDistance(one: Hex, other: Hex): number {
  const apart = Math.abs(hslOf(one).hue - hslOf(other).hue);
  return Math.min(apart, 360 - apart);
}
