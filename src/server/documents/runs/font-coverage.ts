/**
 * Returns the characters that a TrueType or OpenType font can show, as a test of code points. Reads the `cmap` table, formats 4
 * and 12, which every font in `documents/fonts` has. Source: OpenType specification 1.9, "cmap: Character to Glyph Index Mapping
 * Table". Throws for a file that is not such a font.
 */
export function charactersOf(font: Buffer): Set<number> {
  const cmap = tableOffset(font, 'cmap');
  const covered = new Set<number>();
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index += 1) {
    const table = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(table);
    if (format === 4) addSegments(font, table, covered);
    if (format === 12) addGroups(font, table, covered);
  }
  if (covered.size === 0) throw new Error('The font maps no characters');
  return covered;
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + index * 16;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table "${tag}"`);
}

function addSegments(font: Buffer, table: number, covered: Set<number>): void {
  const doubled = font.readUInt16BE(table + 6);
  const ends = table + 14;
  const starts = ends + doubled + 2;
  const deltas = starts + doubled;
  const ranges = deltas + doubled;
  for (let at = 0; at < doubled; at += 2) {
    const start = font.readUInt16BE(starts + at);
    const end = font.readUInt16BE(ends + at);
    const delta = font.readUInt16BE(deltas + at);
    const range = font.readUInt16BE(ranges + at);
    for (let code = start; code <= end && code !== 0xff_ff; code += 1) {
      const stored = range === 0 ? code : font.readUInt16BE(ranges + at + range + (code - start) * 2);
      const glyph = range !== 0 && stored === 0 ? 0 : (stored + delta) & 0xff_ff;
      if (glyph !== 0) covered.add(code);
    }
  }
}

function addGroups(font: Buffer, table: number, covered: Set<number>): void {
  const count = font.readUInt32BE(table + 12);
  for (let index = 0; index < count; index += 1) {
    const group = table + 16 + index * 12;
    const end = font.readUInt32BE(group + 4);
    for (let code = font.readUInt32BE(group); code <= end; code += 1) covered.add(code);
  }
}
