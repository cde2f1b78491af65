/** Types of pictures that may be sent. A portrait takes all but BMP, a logo takes all (PROV-27, GAP-76). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'] as const;

export type PictureType = (typeof pictureTypes)[number];

/** What a portrait may be sent as. */
export const portraitTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
] as const satisfies readonly PictureType[];

/** The largest picture that may be sent, in bytes: 2 MB (PROV-28). */
export const pictureMaxBytes = 2 * 1024 * 1024;

/** The longest side of a portrait as it is kept, in pixels. */
export const portraitLongest = 512;

/** The longest side of a logo as it is kept, in pixels (PROV-30, GAP-97). */
export const logoLongest = 600;
