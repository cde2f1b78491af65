import { contentsOf } from './pdf-reader.fixture.ts';

/**
 * Returns the filled shapes of a page of a PDF that our engine wrote, as an SVG of the page's size: everything that a printer
 * draws except letters, lines and pictures.
 */
export function drawingOf(pdf: Uint8Array, page = 0): string {
  const [, width = '', height = ''] =
    /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(Buffer.from(pdf).toString('latin1')) ?? [];
  const shapes: string[] = [];
  // Groups nest like saved graphics states; each matrix of a state is a group within it.
  const open: number[] = [0];
  let color = '#000';
  let path = '';
  const colors = [color];
  const operators: Readonly<Record<string, (numbers: string[]) => void>> = {
    q() {
      open.push(0);
      colors.push(color);
    },
    Q() {
      shapes.push('</g>'.repeat(open.pop() ?? 0));
      color = colors.pop() ?? color;
    },
    cm(numbers) {
      shapes.push(`<g transform="matrix(${numbers.join(' ')})">`);
      open.push((open.pop() ?? 0) + 1);
    },
    scn(numbers) {
      const [red = 0, green = red, blue = red] = numbers.map((part) => Math.round(Number(part) * 255));
      color = `rgb(${red},${green},${blue})`;
    },
    m: (numbers) => (path += `M${numbers.join(' ')}`),
    l: (numbers) => (path += `L${numbers.join(' ')}`),
    c: (numbers) => (path += `C${numbers.join(' ')}`),
    h: () => (path += 'Z'),
    f() {
      shapes.push(`<path d="${path}" fill="${color}"/>`);
      path = '';
    },
    S: () => (path = ''),
    n: () => (path = ''),
  };
  for (const line of (contentsOf(pdf)[page] ?? '').split('\n')) {
    const words = line.trim().split(' ');
    const operator = operators[words.at(-1) ?? ''];
    const numbers = words.slice(0, -1);
    if (operator && numbers.every((word) => /^-?[\d.]+$/.test(word))) operator(numbers);
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<g transform="matrix(1 0 0 -1 0 ${height})">${shapes.join('')}${'</g>'.repeat(open[0] ?? 0)}</g></svg>`
  );
}
