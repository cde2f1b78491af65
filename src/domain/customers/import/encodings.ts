/** Encodings of the lists that spreadsheets save. */
export const importEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type ImportEncoding = (typeof importEncodings)[number];
