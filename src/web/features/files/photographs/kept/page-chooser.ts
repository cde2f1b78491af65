import { headBytes } from '../../../../../domain/files/content.ts';
import { photographLimits, problemOfPhotograph, uncropped } from '../../../../../domain/files/photographs.ts';
import type { Page, PageList, Picture, RefusedPhotograph } from './page-list.ts';

/** A photograph that the browser could read. */
export type ReadPhotograph = { picture: Picture; isBlank: boolean };

/** Reads a photograph; undefined if the browser cannot. */
export type ReadPhotographs = (file: Blob) => Promise<ReadPhotograph | undefined>;

/** Returns the first bytes of a file; undefined if it can no longer be read. */
async function headOf(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Creates the chooser of photographs: it checks each one, and adds it to the list. */
export function createPageChooser(read: ReadPhotographs, drop: (page: Page) => void, list: PageList) {
  /** Returns a page of a chosen photograph, or why it is refused. `others` are the pages that it would be added to. */
  async function pageFrom(file: File, others: readonly Page[]): Promise<Page | RefusedPhotograph> {
    const { name, size } = file;
    const head = await headOf(file);
    const problem = head && problemOfPhotograph({ size, head }, others);
    if (problem) return { name, problem };
    const photograph = head && (await read(file));
    if (!photograph) return { name, problem: { field: 'file', message: 'error.photograph.broken' } };
    const { picture, isBlank } = photograph;
    return {
      ...{ number: list.nextNumber(), size, turn: 0, crop: uncropped, file, picture },
      ...{ looksBlank: isBlank, state: { kind: 'waiting' } },
    };
  }

  const clear = () => list.show({ refused: [], leftOut: 0, problem: undefined });

  return {
    /** Adds photographs behind the others, as many as fit. */
    async add(files: readonly File[]): Promise<void> {
      clear();
      for (const [at, file] of files.entries()) {
        if (list.view().pages.length >= photographLimits.pages)
          return list.show({ leftOut: files.length - at });
        const page = await pageFrom(file, list.view().pages);
        const { pages, refused } = list.view();
        list.show('name' in page ? { refused: [...refused, page] } : { pages: [...pages, page] });
      }
    },
    /** Puts another photograph in the place of one. */
    async replace(number: number, file: File): Promise<void> {
      clear();
      const others = list.view().pages.filter((page) => page.number !== number);
      const page = await pageFrom(file, others);
      if ('name' in page) return list.show({ refused: [page] });
      const before = list.find(number);
      if (!before) return undefined;
      drop(before);
      list.show({ pages: list.view().pages.map((each) => (each.number === number ? page : each)) });
    },
  };
}
