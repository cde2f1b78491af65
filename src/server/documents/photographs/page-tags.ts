import {
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFDocument,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { setTitleMetadata } from '../title-metadata.ts';

/** A page with one picture, drawn within `box` (left, bottom, right, top, in points) by `draw`. */
type PicturePage = {
  page: PDFPage;
  box: [number, number, number, number];
  description: string;
  draw: () => void;
};

/**
 * Returns functions that tag pages with one picture each as figures with a description, for screen readers. `finish` is called after
 * the last page. The document does not claim PDF/UA: a description cannot give the text of a photograph.
 */
export function figureTags(document: PDFDocument, title: string) {
  const { context, catalog } = document;
  const [tree, whole] = [context.nextRef(), context.nextRef()];
  const figures: PDFRef[] = [];
  return {
    add({ page, box, description, draw }: PicturePage): void {
      page.pushOperators(
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of('Figure'), '<</MCID 0>>']),
      );
      draw();
      page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
      page.node.set(PDFName.of('StructParents'), PDFNumber.of(figures.length));
      page.node.set(PDFName.of('Tabs'), PDFName.of('S'));
      figures.push(
        context.register(
          context.obj({
            ...{ Type: 'StructElem', S: 'Figure', P: whole, Pg: page.ref, K: 0 },
            Alt: PDFHexString.fromText(description),
            A: { O: 'Layout', Placement: 'Block', BBox: box },
          }),
        ),
      );
    },
    finish(): void {
      const parents = figures.flatMap((figure, page) => [page, [figure]]);
      context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: tree, K: figures }));
      context.assign(tree, context.obj({ Type: 'StructTreeRoot', K: whole, ParentTree: { Nums: parents } }));
      catalog.set(PDFName.of('StructTreeRoot'), tree);
      catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
      setTitleMetadata(document, title);
    },
  };
}
