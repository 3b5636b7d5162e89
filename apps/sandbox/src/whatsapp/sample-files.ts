/** A square of one colour, as a PNG of 1 by 1 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
);
/** The beginning of an Ogg file, as voice messages are. */
const VOICE = Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(58)]);
const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(254)]);

/** The files that a telephone of the sandbox can send. `program` is called a PDF and is none. */
export const sampleFiles = {
  picture: { type: 'image', mediaType: 'image/png', name: 'picture.png', bytes: PNG },
  document: { type: 'document', mediaType: 'application/pdf', name: 'Receipt of my bank.pdf', bytes: PDF },
  voice: { type: 'audio', mediaType: 'audio/ogg; codecs=opus', name: 'voice.ogg', bytes: VOICE },
  program: { type: 'document', mediaType: 'application/pdf', name: 'invoice.pdf', bytes: PROGRAM },
  large: {
    type: 'image',
    mediaType: 'image/png',
    name: 'large.png',
    bytes: Buffer.concat([PNG, Buffer.alloc(6 * 1024 * 1024)]),
  },
} as const;
