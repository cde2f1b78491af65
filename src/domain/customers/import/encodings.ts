/** Encodings of the lists that spreadsheets save. The last two, for Chinese, are never guessed. */
export const importEncodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'gb18030', 'big5'] as const;
export type ImportEncoding = (typeof importEncodings)[number];
