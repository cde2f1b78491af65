/** Types of pictures that may be sent. Portraits accept all except BMP, logos accept all (PROV-27, GAP-76). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'] as const;

export type PictureType = (typeof pictureTypes)[number];

/** Types in which a portrait may be sent. */
export const portraitTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
] as const satisfies readonly PictureType[];

/** Maximum size of a picture, in bytes: 2 MB (PROV-28). */
export const pictureMaxBytes = 2 * 1024 * 1024;

/** Longest side of a stored portrait, in pixels. */
export const portraitLongest = 512;

/** Longest side of a stored logo, in pixels (PROV-30, GAP-97). */
export const logoLongest = 600;
