/** Replacements of the same length, so that offsets in the file stay valid. */
const replacements: Readonly<Record<string, readonly [RegExp, string]>> = {
  'claim-of-another-part': [/<pdfuaid:part>1/, '<pdfuaid:part>7'],
  'not-marked': [/\/Marked true/, '/Marked null'],
  'no-language': [/\/Lang \(/g, '/Lung ('],
  'title-not-displayed': [/\/DisplayDocTitle true/, '/DisplayDocTitle null'],
  'code-without-description': [/\/Alt \(/, '/Olt ('],
  'no-structure': [/\/StructTreeRoot/, '/StructTreeRuut'],
  'unknown-structure-type': [/\/S \/H1\b/, '/S /Q1'],
  'font-not-embedded': [/\/FontFile2 /g, '/FuntFile2 '],
  'letters-without-meaning': [/\/ToUnicode /, '/TuUnicode '],
  'link-without-description': [/\/Contents \(/g, '/Cuntents ('],
};

const replaced = (pdf: Uint8Array, [what, by]: readonly [RegExp, string]): Uint8Array => {
  const text = Buffer.from(pdf).toString('latin1');
  const damaged = text.replace(what, by);
  if (damaged === text || damaged.length !== text.length)
    throw new Error(`The PDF has nothing to damage: ${what}`);
  return Buffer.from(damaged, 'latin1');
};

/** Returns damaged copies of a PDF, each damaged in one way, and files that are no PDF. veraPDF must refuse each. */
export const damagedPdfs = (pdf: Uint8Array): Record<string, Uint8Array> => ({
  ...Object.fromEntries(
    Object.entries(replacements).map(([name, replacement]) => [name, replaced(pdf, replacement)]),
  ),
  'half-of-the-file': pdf.subarray(0, pdf.length / 2),
  'no-pdf': Buffer.from('%PDF-1.7\nnot a document'),
});
